export const NOT_RUN: number
export function canInstall(): boolean
export function aptInstall(...packages: string[]): Promise<void>
