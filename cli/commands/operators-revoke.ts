import { Command } from 'commander';
import { systemClock } from '../../platform/core/clock.ts';
import { toInstantText } from '../../platform/core/instant.ts';
import type { CliContext } from '../cli-context.ts';
import { CommandFailure } from '../failure.ts';

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
