import { relative } from 'node:path';
import { natsUsers } from '../deploy/installation/nats-users.ts';
import type { Child } from './child.ts';
import type { LocalNats } from './local-nats.ts';
import type { ProcessPlan } from './process-plan.ts';

interface Parts {
  readonly plan: ProcessPlan;
  readonly children: readonly Child[];
  /** The URL of one service's database; the others are on the same server unless the environment names others. */
  readonly databaseUrl: string;
  readonly nats: Pick<LocalNats, 'urlOf' | 'passwordsFile' | 'pidFile'>;
}

/**
 * The addresses of all parts of the platform on this machine, and the commands to stop and start them: lines, without
 * passwords.
 */
export function listOfParts({ plan, children, databaseUrl, nats }: Parts): string[] {
  const rows = children.map(({ name, pid }) => {
    const { address, connect, metrics } = plan.listensAt(name);
    return [name, address, connect, metrics, `kill ${pid}`];
  });
  const here = (file: string) => relative(process.cwd(), file);
  return [
    '',
    ...columns([['Process', 'listens at', 'Connect', 'metrics', 'to stop it'], ...rows]),
    `To start stopped processes again: kill -USR2 ${process.pid}`,
    'A process that dies (try kill -9) is started again.',
    '',
    `PostgreSQL at ${new URL(databaseUrl).host}, one database per service:`,
    '  npm run --silent lyceum -- db shell directory',
    `NATS at ${new URL(nats.urlOf('gateway')).host}, as one of the users in ${here(nats.passwordsFile)}:`,
    `  ${natsUsers.map(({ name }) => name).join(', ')}`,
    `  kill -STOP $(cat ${here(nats.pidFile)})   # and -CONT: an outage`,
  ];
}

function columns(rows: readonly (readonly string[])[]): string[] {
  const [head = []] = rows;
  const widths = head.map((_, column) => Math.max(...rows.map((row) => row[column]?.length ?? 0)));
  return rows.map((row) =>
    row
      .map((cell, column) => cell.padEnd(widths[column] ?? 0))
      .join('  ')
      .trimEnd(),
  );
}
