import pg from 'pg'

/** Runs one query on its own connection. */
export async function query<Result extends object>(
  databaseUrl: string,
  text: string,
  values: unknown[] = [],
): Promise<Result[]> {
  const client = new pg.Client({ connectionString: databaseUrl })
  await client.connect()
  try {
    return (await client.query<Result>(text, values)).rows
  } finally {
    await client.end()
  }
}
