import { createInterface } from 'node:readline';
import { openClient } from '../../../platform/data/connections.ts';
import { EmbeddedPostgresError } from '../embedded-postgres-error.ts';
import { startEmbeddedPostgres } from '../start-embedded-postgres.ts';

/**
 * A process that owns an embedded PostgreSQL, for tests of its death, of races and of other accounts: `node owner-process.ts DATA_DIR`.
 * It says `{"url"}` or `{"code","message"}`, then obeys one word per line: `write` commits rows 1, 2, 3, … to `numbers`, saying each
 * after its commit; `exit` ends without stopping; `stop`, like the end of its input, stops.
 */
const print = (line: unknown) => process.stdout.write(`${JSON.stringify(line)}\n`);

try {
  const server = await startEmbeddedPostgres({ dataDir: process.argv[2] ?? '' });
  print({ url: server.url('postgres') });
  for await (const command of createInterface({ input: process.stdin })) {
    if (command === 'stop') break;
    if (command === 'exit') process.exit(0);
    if (command === 'write') void write(server.url('postgres'));
  }
  await server.stop();
  process.exit(0);
} catch (error) {
  if (!(error instanceof EmbeddedPostgresError)) throw error;
  print({ code: error.code, message: error.message });
}

async function write(url: string): Promise<void> {
  const client = await openClient({ connectionString: url });
  await client.query('CREATE TABLE numbers (number int PRIMARY KEY)');
  for (let number = 1; ; number++) {
    await client.query('INSERT INTO numbers VALUES ($1)', [number]);
    print({ number });
  }
}
