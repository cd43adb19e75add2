import packageJson from '../cli/package.json' with { type: 'json' };
import { kindsOf } from '../cli/sync/kinds.ts';
import { FORMAT, INDEXES, OWN, VIEWS } from '../cli/sync/schema.ts';
import { createClient } from '../typescript/src/index.ts';

/** What the Python client shares with the command that keeps a copy, so that each can go on with the other's file. */
export function pythonCopyFile(): string {
  const kinds = kindsOf(createClient({ baseUrl: 'http://localhost', clientId: 'none', clientSecret: 'none' }));
  const lines = kinds.map(({ name, resource, properties, embeds, atOnce }) => {
    const columns = properties.map((property) => `"${property}", `).join('');
    return `    Kind("${name}", "${resource}", (${columns.trimEnd()}), ${embeds ? 'True' : 'False'}, ${atOnce}),\n`;
  });
  const constants = Object.entries({ OWN, INDEXES, VIEWS }).map(([name, sql]) => `${name} = """${sql}"""\n`);
  return `${HEADER}VERSION = "${packageJson.version}"\n\nFORMAT = ${FORMAT}\n${constants.join('')}\nKINDS = (\n${lines.join('')})\n`;
}

const HEADER = `"""Made by \`npm run client:generate\` from clients/cli/sync."""

from __future__ import annotations

from typing import NamedTuple, Tuple


class Kind(NamedTuple):
    """Records of one kind: a table of the copy."""

    name: str
    resource: str
    """Of the events about them."""
    properties: Tuple[str, ...]
    """What has a column of its own beside the whole record."""
    embeds: bool
    """Whether records show names and more of others, which change with these and not by an event of their own."""
    at_once: int
    """How many records to read again at once."""


`;
