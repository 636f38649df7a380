type Lock = { packages: Record<string, { dev?: boolean; devOptional?: boolean }> }

export function missingProductionPackages(folder: string, lock: Lock): string[]
