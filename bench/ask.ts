import pg from 'pg'

/** One question on a connection of its own, beside the shop's. */
export async function ask<Result extends object>(
  databaseUrl: string,
  question: string,
  values: unknown[] = [],
): Promise<Result[]> {
  const client = new pg.Client({ connectionString: databaseUrl })
  await client.connect()
  try {
    return (await client.query<Result>(question, values)).rows
  } finally {
    await client.end()
  }
}
