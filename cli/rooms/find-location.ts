import type { Lyceum } from '../../client/src/index.ts';
import { isUuid } from '../../platform/core/ids.ts';
import { CommandFailure } from '../failure.ts';

/** The id of a location that a person named by id or by its whole name. Throws a CommandFailure where that names none, or several. */
export async function findLocation({ locations }: Lyceum, named: string): Promise<string> {
  const found: string[] = [];
  const names: string[] = [];
  for await (const { id, name } of locations.list({ limit: 100, fields: ['id', 'name'] })) {
    if (id === named.toLowerCase() || name === named) found.push(id);
    else names.push(name);
  }
  const [id, ...others] = found;
  if (id !== undefined && others.length === 0) return id;
  if (id !== undefined) throw new CommandFailure(`"${named}" is the name of several locations: ${found.join(', ')}.`);
  const known = isUuid(named) || names.length === 0 ? '' : ` Some are: ${names.slice(0, SHOWN).join(', ')}.`;
  throw new CommandFailure(`There is no location "${named}".${known}`);
}

const SHOWN = 10;
