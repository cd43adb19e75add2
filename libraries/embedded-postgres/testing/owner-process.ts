import { createInterface } from 'node:readline';
import { EmbeddedPostgresError } from '../embedded-postgres-error.ts';
import { startEmbeddedPostgres } from '../start-embedded-postgres.ts';
import { connect, TEST_PROGRAM } from './server.ts';

/**
 * A process that owns an embedded PostgreSQL, for tests of crashes and races:
 * `node owner-process.ts DATA_DIR`. It prints `{"url"}` or `{"code","message"}`, then reads one command per line:
 * `write` commits rows 1, 2, 3, … to `numbers` and prints each after its commit; `stop`, or the end of input, stops the
 * server.
 */
const print = (line: unknown) => process.stdout.write(`${JSON.stringify(line)}\n`);

try {
  const server = await startEmbeddedPostgres({ program: TEST_PROGRAM, dataDir: process.argv[2] ?? '' });
  print({ url: server.url('postgres') });
  for await (const command of createInterface({ input: process.stdin })) {
    if (command === 'stop') break;
    if (command === 'write') void write(server.url('postgres'));
  }
  await server.stop();
  process.exit(0);
} catch (error) {
  if (!(error instanceof EmbeddedPostgresError)) throw error;
  print({ code: error.code, message: error.message });
}

async function write(url: string): Promise<void> {
  const client = await connect(url);
  await client.query('CREATE TABLE numbers (number int PRIMARY KEY)');
  for (let number = 1; ; number++) {
    await client.query('INSERT INTO numbers VALUES ($1)', [number]);
    print({ number });
  }
}
