import { Command } from 'commander';
import { systemClock } from '../../platform/core/clock.ts';
import { toInstantText } from '../../platform/core/instant.ts';
import type { CliContext } from '../cli-context.ts';
import { CommandFailure } from '../failure.ts';

export function operatorsRevokeCommand({ terminal, environment }: CliContext): Command {
  return new Command('revoke')
    .description('Ends an operator: the token is refused at once, and what it was exchanged for within five minutes.')
    .argument('<name>', 'the operator')
    .addHelpText('after', '\nExample:\n  DATABASE_URL=postgresql://… lyceum operators revoke ada')
    .action(async (name: string) => {
      const [{ withOperators }, { revokeOperator }] = await Promise.all([
        import('../operators.ts'),
        import('../../services/directory/operators/operators.ts'),
      ]);
      const at = toInstantText(systemClock.now());
      if (!(await withOperators(environment, (db) => revokeOperator(db, name, at))))
        throw new CommandFailure(`There is no operator ${name} who could be revoked.`);
      terminal.print(`${name}: revoked`);
    });
}
