import { LOCAL_OPERATOR } from '../platform/calls/identity/claims.ts';
import type { Operator } from '../platform/core/actor.ts';
import { systemClock } from '../platform/core/clock.ts';
import { systemIds } from '../platform/core/ids.ts';
import { toInstantText } from '../platform/core/instant.ts';
import { Database } from '../platform/data/database.ts';
import type { Logger } from '../platform/observability/log.ts';
import {
  createOperator,
  findOperator,
  isOperatorToken,
  newOperatorToken,
  OPERATOR_TOKEN_FILE,
  replaceOperatorToken,
} from '../services/identity/operators/operators.ts';
import { developmentSecret } from './development-secrets.ts';

/** The operator of a development system, and the token that the command line reads from the data folder. */
export interface LocalOperator {
  readonly operator: Operator;
  readonly token: string;
}

/** Creates the operator of a development system if needed, with the token in its data folder. */
export async function prepareLocalOperator({
  dataDir,
  databaseUrl,
  log,
}: {
  readonly dataDir: string;
  /** The URL of identity's database, migrated. */
  readonly databaseUrl: string;
  readonly log: Logger;
}): Promise<LocalOperator> {
  const token = await developmentSecret(dataDir, OPERATOR_TOKEN_FILE, {
    make: () => newOperatorToken(systemIds),
    check: requireToken,
  });
  const db = new Database({
    url: databaseUrl,
    maxConnections: 1,
    statementTimeoutMs: 10_000,
    applicationName: 'lyceum-local-operator',
    constraints: {},
    log,
  });
  try {
    const known = await findOperator(db, token);
    if (known) return { operator: known, token };
    const operator = { id: systemIds.newId(), name: LOCAL_OPERATOR };
    const at = toInstantText(systemClock.now());
    // With a new data folder and an old database, the name exists with another token.
    if (!(await createOperator(db, operator, { token, at }))) await replaceOperatorToken(db, LOCAL_OPERATOR, token);
    return { operator: (await findOperator(db, token)) ?? operator, token };
  } finally {
    await db.close();
  }
}

function requireToken(text: string): void {
  if (!isOperatorToken(text)) throw new Error('it does not contain an operator token');
}
