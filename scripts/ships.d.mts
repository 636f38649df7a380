type Lock = { packages: Record<string, { dev?: boolean; devOptional?: boolean }> }

export function packagesLeftBehind(folder: string, lock: Lock): string[]
