import packageJson from '../cli/package.json' with { type: 'json' };
import { Copy } from '../cli/sync/copy.ts';
import { columnsOf, kindsOf } from '../cli/sync/kinds.ts';
import { prepareTables } from '../cli/sync/schema.ts';
import { SQLITE } from '../cli/sync/sqlite.ts';
import type { Value } from '../cli/sync/store.ts';
import { createClient } from '../typescript/src/index.ts';

async function write(): Promise<string> {
  const kinds = kindsOf(createClient({ baseUrl: 'http://localhost', clientId: 'none', clientSecret: 'none' }));
  const statements: (readonly [sql: string, ...values: Value[]])[] = [];
  const copy = new Copy({
    ...{ isKept: false, dialect: SQLITE, forget: async () => undefined, close: async () => undefined },
    all: async () => [],
    run: async (...statement) => void statements.push(statement),
    transaction: (change) => change(),
  });
  await prepareTables(copy, kinds);
  const kindLines = kinds.map((kind) => {
    const { name, resource, embeds, atOnce } = kind;
    const fill = `"""${SQLITE.fill?.(name, columnsOf(kind))} WHERE id = ?"""`;
    return `    Kind("${name}", "${resource}", ${embeds ? 'True' : 'False'}, ${atOnce}, ${fill}),\n`;
  });
  const statementLines = statements.map(([sql, ...values]) => `    ("""${[sql, ...values].join('""", """')}""",),\n`);
  const format = /user_version = (\d+)/.exec(statements.join())?.[1];
  return `${HEADER}VERSION = "${packageJson.version}"
FORMAT = ${format}

KINDS: Tuple[Kind, ...] = (
${kindLines.join('')})

STATEMENTS: Tuple[Tuple[str, ...], ...] = (
${statementLines.join('')})
"""Make an empty file a copy, each with its values. A column may be there already."""
`;
}

const HEADER = `"""Made by \`npm run client:generate\` from clients/cli/sync."""

from __future__ import annotations

from typing import NamedTuple, Tuple


class Kind(NamedTuple):
    """Records of one kind: a table of the copy."""

    name: str
    resource: str
    """Of the events about them."""
    embeds: bool
    """Whether records show names and more of others, which change with these and not by an event of their own."""
    at_once: int
    """How many records to read again at once."""
    fill: str
    """Sets the columns of a record."""


`;

/**
 * What the Python client shares with the command that keeps a copy, so that each can go on with the other's file: the
 * kinds, and what the command runs in a file that is empty.
 */
export const pythonCopyFile = await write();
