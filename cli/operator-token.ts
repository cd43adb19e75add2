import { readFile } from 'node:fs/promises';
import { join, resolve } from 'node:path';
import { type Environment, readConfig } from '../platform/core/config/config.ts';
import { optional, text } from '../platform/core/config/variables.ts';
import { OPERATOR_TOKEN_FILE } from '../services/directory/operators/operators.ts';
import { dataVariables } from './data-variables.ts';
import { CommandFailure } from './failure.ts';

/** What proves that an operator is one. */
export interface OperatorToken {
  readonly token: string;
  /** Where it was found, for people. */
  readonly source: string;
}

export const operatorTokenVariables = {
  LYCEUM_OPERATOR_TOKEN: optional(
    text({
      description: 'token of the operator who uses the command line, as `lyceum operators create` has shown it',
      secret: true,
    }),
  ),
};

/**
 * The operator's token: that of the environment, else that of a development system, which lies in its data folder for whoever started it.
 * Throws a CommandFailure that says what to do where there is none.
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
  "This needs an operator's token: set LYCEUM_OPERATOR_TOKEN or LYCEUM_OPERATOR_TOKEN_FILE, or DATA_DIR to the data folder of npm start. lyceum operators create makes one.";
