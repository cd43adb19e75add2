import { readFile } from 'node:fs/promises';
import { join, resolve } from 'node:path';
import { type Environment, readConfig } from '../platform/core/config/config.ts';
import { optional, text } from '../platform/core/config/variables.ts';
import { OPERATOR_TOKEN_FILE } from '../services/identity/operators/operators.ts';
import { dataVariables } from './data-variables.ts';
import { CommandFailure } from './failure.ts';

/** The credential of an operator. */
export interface OperatorToken {
  readonly token: string;
  /** Where it was found, for messages. */
  readonly source: string;
}

export const operatorTokenVariables = {
  LYCEUM_OPERATOR_TOKEN: optional(
    text({
      description: 'operator token for the command line, as printed by `lyceum operators create`',
      secret: true,
    }),
  ),
};

/**
 * The operator's token from the environment, or else that of a development system, from its data folder. Throws a
 * CommandFailure with advice if there is none.
 */
export async function findOperatorToken(environment: Environment): Promise<OperatorToken> {
  const { LYCEUM_OPERATOR_TOKEN: token } = readConfig(operatorTokenVariables, environment);
  if (token !== undefined) return { token, source: 'LYCEUM_OPERATOR_TOKEN' };
  const file = join(resolve(readConfig(dataVariables, environment).DATA_DIR), OPERATOR_TOKEN_FILE);
  try {
    return { token: (await readFile(file, 'utf8')).trim(), source: file };
  } catch (error) {
    const { code, message } = error as NodeJS.ErrnoException;
    throw new CommandFailure(code === 'ENOENT' ? NONE : `The operator's token cannot be read: ${message}`);
  }
}

const NONE =
  "This needs an operator's token: set LYCEUM_OPERATOR_TOKEN or LYCEUM_OPERATOR_TOKEN_FILE, or set DATA_DIR to the data folder of npm start. To create a token, run lyceum operators create.";
