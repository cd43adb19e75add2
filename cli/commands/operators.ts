import { Command } from 'commander';
import { systemClock } from '../../platform/core/clock.ts';
import { type Environment, readConfig } from '../../platform/core/config/config.ts';
import { systemIds } from '../../platform/core/ids.ts';
import { toInstantText } from '../../platform/core/instant.ts';
import type { CliContext } from '../cli-context.ts';
import { CommandFailure } from '../failure.ts';
import { operatorTokenVariables } from '../operator-token.ts';

interface Options {
  readonly givenToken?: true;
  readonly json?: true;
}

export function operatorsCreateCommand({ terminal, environment }: CliContext): Command {
  return new Command('create')
    .description('Creates an operator and prints its token. The token is shown only once.')
    .argument('<name>', 'name of the operator, shown in audit records')
    .option('--given-token', 'register the token in LYCEUM_OPERATOR_TOKEN and print none, so that no log shows it')
    .option('--json', 'print {"id", "name", "token"}')
    .addHelpText('after', '\nExample:\n  DATABASE_URL=postgresql://… lyceum operators create ada')
    .action(async (nameArgument: string, { givenToken, json }: Options) => {
      const [{ operatorNameOf, withOperators }, { createOperator, isOperatorToken, newOperatorToken }] =
        await Promise.all([import('../operators.ts'), import('../../services/identity/operators/operators.ts')]);
      const operator = { id: systemIds.newId(), name: operatorNameOf(nameArgument) };
      const token = givenToken ? tokenOfEnvironment(environment, isOperatorToken) : newOperatorToken(systemIds);
      const at = toInstantText(systemClock.now());
      if (!(await withOperators(environment, (db) => createOperator(db, operator, { token, at }))))
        throw new CommandFailure(
          `There is already an operator ${operator.name}. Revoke it first, or choose another name.`,
        );
      if (givenToken) return terminal.print(`${operator.name}: created`);
      if (json) terminal.printJson({ ...operator, token });
      else terminal.printTable(['ID', 'NAME', 'TOKEN'], [[operator.id, operator.name, token]]);
      terminal.note('The token is not stored and is shown only once. Set it as LYCEUM_OPERATOR_TOKEN.');
    });
}

function tokenOfEnvironment(environment: Environment, isToken: (text: string) => boolean): string {
  const { LYCEUM_OPERATOR_TOKEN: token = '' } = readConfig(operatorTokenVariables, environment);
  if (isToken(token)) return token;
  throw new CommandFailure(
    'LYCEUM_OPERATOR_TOKEN must be lyceum-operator- followed by 32 random bytes in base64url (43 characters).',
  );
}

export function operatorsListCommand({ terminal, environment }: CliContext): Command {
  return new Command('list')
    .description('Lists the operators of the installation by creation, including revoked ones.')
    .option('--json', 'print a JSON array')
    .addHelpText('after', '\nExample:\n  DATABASE_URL=postgresql://… lyceum operators list')
    .action(async ({ json }: { json?: true }) => {
      const [{ withOperators }, { listOperators }] = await Promise.all([
        import('../operators.ts'),
        import('../../services/identity/operators/operators.ts'),
      ]);
      const operators = await withOperators(environment, (db) => listOperators(db));
      if (json) return terminal.printJson(operators);
      terminal.printTable(
        ['ID', 'NAME', 'CREATED', 'REVOKED'],
        operators.map(({ id, name, createdAt, revokedAt }) => [id, name, createdAt, revokedAt ?? '-']),
      );
    });
}

export function operatorsRevokeCommand({ terminal, environment }: CliContext): Command {
  return new Command('revoke')
    .description('Revokes an operator: the token is rejected at once, identities issued for it within five minutes.')
    .argument('<name>', 'the operator')
    .addHelpText('after', '\nExample:\n  DATABASE_URL=postgresql://… lyceum operators revoke ada')
    .action(async (name: string) => {
      const [{ withOperators }, { revokeOperator }] = await Promise.all([
        import('../operators.ts'),
        import('../../services/identity/operators/operators.ts'),
      ]);
      const at = toInstantText(systemClock.now());
      if (!(await withOperators(environment, (db) => revokeOperator(db, name, at))))
        throw new CommandFailure(`There is no active operator ${name}.`);
      terminal.print(`${name}: revoked`);
    });
}
