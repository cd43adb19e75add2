import type { Lyceum } from '../../clients/typescript/src/index.ts';
import { isUuid } from '../../platform/core/ids.ts';
import { CommandFailure } from '../failure.ts';

/** The id of a location, found by its id or full name. Throws a CommandFailure if none or several match. */
export async function findLocation({ locations }: Lyceum, named: string): Promise<string> {
  const found: string[] = [];
  const names: string[] = [];
  for await (const { id, name } of locations.list({ limit: 100, fields: ['id', 'name'] })) {
    if (id === named.toLowerCase() || name === named) found.push(id);
    else names.push(name);
  }
  const [id, ...others] = found;
  if (id !== undefined && others.length === 0) return id;
  if (id !== undefined) throw new CommandFailure(`Several locations have the name "${named}": ${found.join(', ')}.`);
  const known =
    isUuid(named) || names.length === 0 ? '' : ` Known locations include ${names.slice(0, SHOWN).join(', ')}.`;
  throw new CommandFailure(`There is no location "${named}".${known}`);
}

const SHOWN = 10;
