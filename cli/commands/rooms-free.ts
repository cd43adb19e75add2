import { Command } from 'commander';
import type { FreeRoom } from '../../clients/typescript/src/index.ts';
import { API_ENVIRONMENT, type ApiOptions, addApiOptions, withApi } from '../api/with-api.ts';
import type { CliContext } from '../cli-context.ts';
import { CommandFailure } from '../failure.ts';
import { findLocation } from '../rooms/find-location.ts';
import { withRunning } from '../running.ts';

interface Options extends ApiOptions {
  readonly from: string;
  readonly to: string;
  readonly capacity?: string;
  readonly location?: string;
  readonly limit: string;
  readonly json?: true;
}

export function roomsFreeCommand({ terminal, environment }: CliContext): Command {
  const command = new Command('free')
    .description('Lists the rooms that are free during a time, by name.')
    .requiredOption('--from <time>', 'start of the time: 2026-10-12T08:00:00Z, or with an offset: …T10:00:00+02:00')
    .requiredOption('--to <time>', 'end of the time; another appointment may begin then')
    .option('--capacity <n>', 'only rooms with at least this many seats in one of their setups')
    .option('--location <id or name>', 'only rooms of this location')
    .option('--limit <n>', 'maximum number of rooms', '50')
    .option('--json', 'print the rooms as GET /rooms/free returns them')
    .addHelpText('after', HELP)
    .action(async ({ from, to, capacity, location, limit, json, ...options }: Options) => {
      const seats = capacity === undefined ? {} : { capacity: positive(capacity, '--capacity') };
      const atMost = positive(limit, '--limit');
      const free: FreeRoom[] = [];
      await withApi(withRunning(environment), options, async (lyceum) => {
        const atLocation = location === undefined ? {} : { locationId: await findLocation(lyceum, location) };
        const page = { limit: Math.min(atMost + 1, PAGE) };
        for await (const room of lyceum.rooms.free.list({ from, to, ...seats, ...atLocation, ...page })) {
          free.push(room);
          if (free.length > atMost) break;
        }
      });
      const shown = free.slice(0, atMost);
      if (json) terminal.printJson(shown);
      else if (shown.length > 0) terminal.printTable(HEADER, shown.map(rowOf));
      else terminal.note('No matching room is free.');
      if (free.length > atMost) terminal.note(`More rooms are free: raise --limit to see more than ${atMost}.`);
    });
  return addApiOptions(command);
}

/** The largest page of the API. */
const PAGE = 100;

const HELP = `
SEATS is the capacity of the setup that is shown: the default setup of the
room if it is large enough, otherwise the smallest one that is. For a room
without setups, it is the capacity of the room.

${API_ENVIRONMENT}

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
