import { Command } from 'commander';
import type { CliContext } from '../cli-context.ts';

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
