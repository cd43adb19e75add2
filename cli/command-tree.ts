import { Command } from 'commander';
import packageJson from '../package.json' with { type: 'json' };
import type { CliContext } from './cli-context.ts';
import {
  administratorsAddCommand,
  administratorsLinkCommand,
  administratorsListCommand,
  administratorsRemoveCommand,
} from './commands/administrators.ts';
import { auditCommand } from './commands/audit.ts';
import { backupVerifyCommand } from './commands/backup-verify.ts';
import { completionCommand } from './commands/completion.ts';
import { dataCheckCommand } from './commands/data-check.ts';
import { dbShellCommand, dbUrlCommand } from './commands/db.ts';
import { demoResetCommand } from './commands/demo-reset.ts';
import { doctorCommand } from './commands/doctor.ts';
import { eventsDeadLettersCommand, eventsDiscardCommand, eventsReplayCommand } from './commands/events-dead-letters.ts';
import { eventsRepublishCommand } from './commands/events-republish.ts';
import { eventsTailCommand } from './commands/events-tail.ts';
import { hoursCommand } from './commands/hours.ts';
import { importCommand } from './commands/import.ts';
import { institutionsListCommand, institutionsSetCommand, institutionsShowCommand } from './commands/institutions.ts';
import {
  integrationsActivateCommand,
  integrationsCreateCommand,
  integrationsDeactivateCommand,
  integrationsEndSecretCommand,
  integrationsListCommand,
  integrationsRenameCommand,
  integrationsRotateCommand,
} from './commands/integrations.ts';
import { keysCreateCommand } from './commands/keys-create.ts';
import { mcpCommand } from './commands/mcp.ts';
import { migrateCommand } from './commands/migrate.ts';
import { natsProvisionCommand } from './commands/nats-provision.ts';
import { operatorsCreateCommand, operatorsListCommand, operatorsRevokeCommand } from './commands/operators.ts';
import { requestsListCommand, requestsTailCommand } from './commands/requests.ts';
import { roomsFreeCommand } from './commands/rooms-free.ts';
import { schemaCheckCommand } from './commands/schema-check.ts';
import { statusCommand } from './commands/status.ts';
import { usageCommand } from './commands/usage.ts';
import {
  webhooksCreateCommand,
  webhooksDeleteCommand,
  webhooksEnableCommand,
  webhooksListCommand,
  webhooksRotateCommand,
  webhooksUpdateCommand,
} from './commands/webhooks.ts';
import {
  webhooksDeliveriesCommand,
  webhooksDeliveryCommand,
  webhooksRedeliverCommand,
  webhooksReplayCommand,
  webhooksTestCommand,
} from './commands/webhooks-deliveries.ts';
import { webhooksListenCommand } from './commands/webhooks-listen.ts';

/** All commands as commander objects: they define what runs, what `--help` prints, and what shells complete. */
export function commandTree(context: CliContext): Command {
  const program = new Command('lyceum')
    .description('Administers an installation of Lyceum.')
    .version(packageJson.version)
    .addHelpText('after', HELP);
  const institutions = group(
    'institutions',
    'Shows institutions and changes their settings.',
    'lyceum institutions list',
    [institutionsListCommand(context), institutionsShowCommand(context), institutionsSetCommand(context)],
  );
  const integrations = group(
    'integrations',
    'Manages the credentials that clients of an institution use.',
    'lyceum integrations list --institution ID',
    [
      integrationsCreateCommand(context),
      integrationsListCommand(context),
      integrationsRotateCommand(context),
      integrationsEndSecretCommand(context),
      integrationsDeactivateCommand(context),
      integrationsActivateCommand(context),
      integrationsRenameCommand(context),
    ],
  );
  const administrators = group(
    'administrators',
    'Manages who may use the console of an institution.',
    'lyceum administrators link --institution ID --user ada@school.example',
    [
      administratorsAddCommand(context),
      administratorsListCommand(context),
      administratorsRemoveCommand(context),
      administratorsLinkCommand(context),
    ],
  );
  const operators = group('operators', 'Manages who may use this command line.', 'lyceum operators create ada', [
    operatorsCreateCommand(context),
    operatorsListCommand(context),
    operatorsRevokeCommand(context),
  ]);
  const keys = group('keys', 'Creates the keys that sign caller identities.', 'lyceum keys create k2', [
    keysCreateCommand(context),
  ]);
  const events = group(
    'events',
    'Shows events, publishes them again, and manages dead letters (events that failed).',
    'lyceum events tail',
    [
      eventsTailCommand(context),
      eventsDeadLettersCommand(context),
      eventsReplayCommand(context),
      eventsDiscardCommand(context),
      eventsRepublishCommand(context),
    ],
  );
  const webhooks = group(
    'webhooks',
    "Manages an institution's webhook endpoints and shows their deliveries.",
    'lyceum webhooks list --institution ID',
    [
      webhooksCreateCommand(context),
      webhooksListCommand(context),
      webhooksUpdateCommand(context),
      webhooksEnableCommand(context),
      webhooksRotateCommand(context),
      webhooksDeleteCommand(context),
      webhooksTestCommand(context),
      webhooksDeliveriesCommand(context),
      webhooksDeliveryCommand(context),
      webhooksRedeliverCommand(context),
      webhooksReplayCommand(context),
      webhooksListenCommand(context),
    ],
  );
  const requests = group(
    'requests',
    "Shows the requests of an institution's integrations.",
    'lyceum requests list --institution ID --status 4xx',
    [requestsListCommand(context), requestsTailCommand(context)],
  );
  const rooms = group(
    'rooms',
    'Finds free rooms of an institution.',
    'lyceum rooms free --from 2026-10-12T08:00:00Z --to 2026-10-12T09:30:00Z',
    [roomsFreeCommand(context)],
  );
  const schema = group('schema', 'Compares databases with the schema in the code.', 'lyceum schema check', [
    schemaCheckCommand(context),
  ]);
  const data = group('data', 'Checks what must hold of the stored data.', 'lyceum data check', [
    dataCheckCommand(context),
  ]);
  const backup = group('backup', 'Proves backups.', 'lyceum backup verify --restored 127.0.0.1:5431', [
    backupVerifyCommand(context),
  ]);
  const nats = group('nats', 'Prepares NATS for the processes of an installation.', 'lyceum nats provision', [
    natsProvisionCommand(context),
  ]);
  const db = group('db', "Opens the services' databases.", 'lyceum db shell directory', [
    dbShellCommand(context),
    dbUrlCommand(context),
  ]);
  const demo = group('demo', 'Manages the demo institution.', 'lyceum demo reset', [demoResetCommand(context)]);
  const commands = [
    statusCommand(context),
    doctorCommand(context),
    importCommand(context),
    institutions,
    integrations,
    administrators,
    operators,
    keys,
    rooms,
    hoursCommand(context),
    mcpCommand(context),
    events,
    webhooks,
    requests,
    usageCommand(context),
    auditCommand(context),
    nats,
    migrateCommand(context),
    schema,
    data,
    backup,
    db,
    demo,
    completionCommand(context),
  ];
  for (const command of commands) program.addCommand(command);
  return program;
}

const HELP = `
Environment:
  GRPC_URL   address of the services, such as lyceum.internal:9090
  GRPC_PORT  if GRPC_URL is not set: their port on this machine (9090)
  GRPC_TLS_CERT, GRPC_TLS_KEY, GRPC_TLS_CA
             certificates, if the services require TLS
             (or read from files: GRPC_TLS_CERT_FILE …)
  LYCEUM_OPERATOR_TOKEN
             your token, printed by operators create
             (or read from a file: LYCEUM_OPERATOR_TOKEN_FILE); if not set,
             the token of the platform that npm start runs on this machine

Examples:
  lyceum status
  lyceum import institution.json
  lyceum integrations create --institution ID --name "Front door"`;

function group(name: string, description: string, example: string, commands: readonly Command[]): Command {
  const command = new Command(name).description(description).addHelpText('after', `\nExample:\n  ${example}`);
  for (const each of commands) command.addCommand(each);
  return command;
}
