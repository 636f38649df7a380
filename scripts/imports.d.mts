/** The reason why `file` may not import `target`, or undefined. Both paths are relative to the project. */
export function importViolation(file: string, target: string): string | undefined
export function checkImports(): { files: number; violations: string[] }
