/** Why `file` may not import `target`, or nothing where it may. Both are paths from the project's folder. */
export function offence(file: string, target: string): string | undefined
export function checkImports(): { files: number; found: string[] }
