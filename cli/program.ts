import { Command, CommanderError } from 'commander';
import packageJson from '../package.json' with { type: 'json' };
import type { Surroundings } from './command-context.ts';
import { auditCommand } from './commands/audit.ts';
import { eventsDiscardCommand } from './commands/events-discard.ts';
import { eventsParkedCommand } from './commands/events-parked.ts';
import { eventsReplayCommand } from './commands/events-replay.ts';
import { eventsTailCommand } from './commands/events-tail.ts';
import { importCommand } from './commands/import.ts';
import { institutionsListCommand } from './commands/institutions-list.ts';
import { institutionsSetCommand } from './commands/institutions-set.ts';
import { integrationsCreateCommand } from './commands/integrations-create.ts';
import { integrationsDeactivateCommand } from './commands/integrations-deactivate.ts';
import { integrationsListCommand } from './commands/integrations-list.ts';
import { integrationsRotateCommand } from './commands/integrations-rotate.ts';
import { keysCreateCommand } from './commands/keys-create.ts';
import { migrateCommand } from './commands/migrate.ts';
import { natsProvisionCommand } from './commands/nats-provision.ts';
import { operatorsCreateCommand } from './commands/operators-create.ts';
import { operatorsListCommand } from './commands/operators-list.ts';
import { operatorsRevokeCommand } from './commands/operators-revoke.ts';
import { punchCommand } from './commands/punch.ts';
import { roomsFreeCommand } from './commands/rooms-free.ts';
import { schemaCheckCommand } from './commands/schema-check.ts';
import { webhooksCreateCommand } from './commands/webhooks-create.ts';
import { webhooksDeleteCommand } from './commands/webhooks-delete.ts';
import { webhooksDeliveriesCommand } from './commands/webhooks-deliveries.ts';
import { webhooksListCommand } from './commands/webhooks-list.ts';
import { webhooksListenCommand } from './commands/webhooks-listen.ts';
import { webhooksRedeliverCommand } from './commands/webhooks-redeliver.ts';
import { webhooksRotateCommand } from './commands/webhooks-rotate.ts';
import { webhooksTestCommand } from './commands/webhooks-test.ts';
import { Connection } from './connection.ts';
import { describeFailure } from './failure.ts';
import type { Terminal } from './terminal/terminal.ts';

/** Runs a command line; returns the exit code: 0, or 2 after an error, whose words are on standard error, or what the command says. */
export async function runCommandLine(
  args: readonly string[],
  { terminal, environment }: Pick<Surroundings, 'terminal' | 'environment'>,
): Promise<number> {
  let exitCode = 0;
  const surroundings: Surroundings = {
    terminal,
    environment,
    exitWith(code) {
      exitCode = code;
    },
    async connected(work) {
      const connection = new Connection(environment);
      try {
        return await work(connection);
      } finally {
        connection.close();
      }
    },
  };
  try {
    await buildProgram(surroundings).parseAsync(args, { from: 'user' });
    return exitCode;
  } catch (error) {
    if (error instanceof CommanderError) return error.exitCode === 0 ? 0 : FAILED;
    terminal.error(describeFailure(error));
    return FAILED;
  }
}

const FAILED = 2;

function buildProgram(surroundings: Surroundings): Command {
  const program = new Command('lyceum')
    .description('Administers an installation of Lyceum.')
    .version(packageJson.version)
    .addHelpText('after', HELP);
  const institutions = group(
    'institutions',
    'Lists institutions and changes their settings.',
    'lyceum institutions list',
    [institutionsListCommand(surroundings), institutionsSetCommand(surroundings)],
  );
  const integrations = group(
    'integrations',
    'Manages the credentials that clients of an institution use.',
    'lyceum integrations list --institution ID',
    [
      integrationsCreateCommand(surroundings),
      integrationsListCommand(surroundings),
      integrationsRotateCommand(surroundings),
      integrationsDeactivateCommand(surroundings),
    ],
  );
  const operators = group('operators', 'Manages who may use this command line.', 'lyceum operators create ada', [
    operatorsCreateCommand(surroundings),
    operatorsListCommand(surroundings),
    operatorsRevokeCommand(surroundings),
  ]);
  const keys = group('keys', 'Makes keys that sign who callers are.', 'lyceum keys create k2', [
    keysCreateCommand(surroundings),
  ]);
  const events = group('events', 'Shows events, and those that could not be handled.', 'lyceum events parked', [
    eventsTailCommand(surroundings),
    eventsParkedCommand(surroundings),
    eventsReplayCommand(surroundings),
    eventsDiscardCommand(surroundings),
  ]);
  const webhooks = group(
    'webhooks',
    'Manages where an institution has its events sent, and shows what was sent.',
    'lyceum webhooks list --institution ID',
    [
      webhooksCreateCommand(surroundings),
      webhooksListCommand(surroundings),
      webhooksRotateCommand(surroundings),
      webhooksDeleteCommand(surroundings),
      webhooksTestCommand(surroundings),
      webhooksDeliveriesCommand(surroundings),
      webhooksRedeliverCommand(surroundings),
      webhooksListenCommand(surroundings),
    ],
  );
  const rooms = group(
    'rooms',
    'Finds rooms of an institution.',
    'lyceum rooms free --from 2026-10-12T08:00:00Z --to 2026-10-12T09:30:00Z',
    [roomsFreeCommand(surroundings)],
  );
  const schema = group('schema', 'Compares databases with their declarations.', 'lyceum schema check', [
    schemaCheckCommand(surroundings),
  ]);
  const nats = group('nats', 'Prepares NATS for the processes of an installation.', 'lyceum nats provision', [
    natsProvisionCommand(surroundings),
  ]);
  const commands = [
    importCommand(surroundings),
    institutions,
    integrations,
    operators,
    keys,
    punchCommand(surroundings),
    rooms,
    events,
    webhooks,
    auditCommand(surroundings),
    nats,
    migrateCommand(surroundings),
    schema,
  ];
  for (const command of commands) program.addCommand(command);
  return settle(program, surroundings.terminal);
}

const HELP = `
Environment:
  GRPC_URL   where the services answer, such as lyceum.internal:9090
  GRPC_PORT  the port to use on this machine when GRPC_URL is not set (9090)
  GRPC_TLS_CERT, GRPC_TLS_KEY, GRPC_TLS_CA
             certificates for services that ask for them (or files: GRPC_TLS_CERT_FILE …)
  LYCEUM_OPERATOR_TOKEN
             who you are, as operators create has shown it (or a file: LYCEUM_OPERATOR_TOKEN_FILE);
             without it the token of the platform that npm start runs on this machine

Examples:
  lyceum import institution.json
  lyceum integrations create --institution 01981c8e-7d3a-7c3f-9a55-3d1c6a2f0b11 --name "Front door"
  lyceum punch --offline yesterday.csv`;

function group(name: string, description: string, example: string, commands: readonly Command[]): Command {
  const command = new Command(name).description(description).addHelpText('after', `\nExample:\n  ${example}`);
  for (const each of commands) command.addCommand(each);
  return command;
}

/** What every command does alike: it throws where commander would end the process, and writes to the terminal given. */
function settle(command: Command, terminal: Terminal): Command {
  command
    .exitOverride()
    .showHelpAfterError('(--help says more)')
    .configureOutput({
      writeOut: (text) => terminal.print(text.trimEnd()),
      writeErr: (text) => terminal.error([text.trimEnd()]),
      outputError: (text, write) => write(text),
    });
  for (const child of command.commands) settle(child, terminal);
  return command;
}
