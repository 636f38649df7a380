type Lock = { packages: Record<string, { dev?: boolean; devOptional?: boolean }> }

export function unshippedPackages(folder: string, lock: Lock): string[]
