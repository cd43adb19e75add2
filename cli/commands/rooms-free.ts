import { Command } from 'commander';
import type { FreeRoom } from '../../clients/typescript/src/index.ts';
import type { CliContext } from '../cli-context.ts';
import { CommandFailure } from '../failure.ts';

interface Options {
  readonly from: string;
  readonly to: string;
  readonly capacity?: string;
  readonly location?: string;
  readonly limit: string;
  readonly url?: string;
  readonly clientId?: string;
  readonly json?: true;
}

export function roomsFreeCommand({ terminal, environment }: CliContext): Command {
  return new Command('free')
    .description('Lists the rooms that are free during a time, by name.')
    .requiredOption('--from <time>', 'start of the time: 2026-10-12T08:00:00Z, or with an offset: …T10:00:00+02:00')
    .requiredOption('--to <time>', 'end of the time; another appointment may begin then')
    .option('--capacity <n>', 'only rooms with at least this many seats in one of their setups')
    .option('--location <id or name>', 'only rooms of this location')
    .option('--limit <n>', 'maximum number of rooms', '50')
    .option('--url <url>', 'URL of the gateway (LYCEUM_URL)')
    .option('--client-id <id>', 'client ID of an integration (LYCEUM_CLIENT_ID)')
    .option('--json', 'print the rooms as GET /rooms/free returns them')
    .addHelpText('after', HELP)
    .action(async ({ from, to, capacity, location, limit, url, clientId, json }: Options) => {
      // Loaded here so that the other commands start faster.
      const [{ createClient }, { readApiConfig }, { apiFailure }, { findLocation }] = await Promise.all([
        import('../../clients/typescript/src/index.ts'),
        import('../api/api-config.ts'),
        import('../api/api-failure.ts'),
        import('../rooms/find-location.ts'),
      ]);
      const seats = capacity === undefined ? {} : { capacity: positive(capacity, '--capacity') };
      const atMost = positive(limit, '--limit');
      const config = readApiConfig(environment, {
        ...(url === undefined ? {} : { LYCEUM_URL: url }),
        ...(clientId === undefined ? {} : { LYCEUM_CLIENT_ID: clientId }),
      });
      const lyceum = createClient({ ...config, baseUrl: config.url });
      const free: FreeRoom[] = [];
      try {
        const atLocation = location === undefined ? {} : { locationId: await findLocation(lyceum, location) };
        const page = { limit: Math.min(atMost + 1, PAGE) };
        for await (const room of lyceum.rooms.free.list({ from, to, ...seats, ...atLocation, ...page })) {
          free.push(room);
          if (free.length > atMost) break;
        }
      } catch (error) {
        throw apiFailure(error, config.url, 'Try again later.');
      }
      const shown = free.slice(0, atMost);
      if (json) terminal.printJson(shown);
      else if (shown.length > 0) terminal.printTable(HEADER, shown.map(rowOf));
      else terminal.note('No matching room is free.');
      if (free.length > atMost) terminal.note(`More rooms are free: raise --limit to see more than ${atMost}.`);
    });
}

/** The largest page of the API. */
const PAGE = 100;

const HELP = `
SEATS is the capacity of the setup that is shown: the default setup of the
room if it is large enough, otherwise the smallest one that is. For a room
without setups, it is the capacity of the room.

Environment:
  LYCEUM_URL                 URL of the gateway (http://localhost:8080)
  LYCEUM_CLIENT_ID           client ID of an integration
  LYCEUM_CLIENT_SECRET       its client secret
  LYCEUM_CLIENT_SECRET_FILE  or a file that contains the client secret

Examples:
  lyceum rooms free --from 2026-10-12T08:00:00Z --to 2026-10-12T09:30:00Z \\
    --capacity 30 --location "Campus Harbour"`;

const HEADER = ['ROOM', 'SEATS', 'SETUP', 'ID'];

function rowOf({ id, name, capacity, setup }: FreeRoom): string[] {
  return [name, String(setup?.capacity ?? capacity ?? '-'), setup?.name ?? '-', id];
}

function positive(text: string, option: string): number {
  if (/^[1-9]\d{0,8}$/.test(text)) return Number(text);
  throw new CommandFailure(`${option} must be a positive integer.`);
}
