import { Command } from 'commander';
import packageJson from '../package.json' with { type: 'json' };
import type { CliContext } from './cli-context.ts';
import {
  administratorsAddCommand,
  administratorsLinkCommand,
  administratorsListCommand,
  administratorsRemoveCommand,
  administratorsSetCommand,
} from './commands/administrators.ts';
import { auditCommand } from './commands/audit.ts';
import { backupVerifyCommand } from './commands/backup-verify.ts';
import { completionCommand } from './commands/completion.ts';
import { dataCheckCommand } from './commands/data-check.ts';
import { dbShellCommand, dbUrlCommand } from './commands/db.ts';
import { demoResetCommand } from './commands/demo-reset.ts';
import { doctorCommand } from './commands/doctor.ts';
import { erasuresApplyCommand } from './commands/erasures-apply.ts';
import { eventsDeadLettersCommand, eventsDiscardCommand, eventsReplayCommand } from './commands/events-dead-letters.ts';
import { eventsRepublishCommand } from './commands/events-republish.ts';
import { eventsTailCommand } from './commands/events-tail.ts';
import { hoursCommand } from './commands/hours.ts';
import { importCommand } from './commands/import.ts';
import { institutionsListCommand, institutionsSetCommand, institutionsShowCommand } from './commands/institutions.ts';
import { institutionsCloseCommand, institutionsReopenCommand } from './commands/institutions-close.ts';
import { institutionsCertificateCommand, institutionsDeleteCommand } from './commands/institutions-delete.ts';
import { institutionsExportCommand } from './commands/institutions-export.ts';
import { institutionsFreezeCommand, institutionsThawCommand } from './commands/institutions-freeze.ts';
import { institutionsImportCommand } from './commands/institutions-import.ts';
import { institutionsMoveCommand } from './commands/institutions-move.ts';
import { institutionsPlaceCommand } from './commands/institutions-place.ts';
import { institutionsVerifyCommand } from './commands/institutions-verify.ts';
import {
  integrationsActivateCommand,
  integrationsCreateCommand,
  integrationsDeactivateCommand,
  integrationsEndSecretCommand,
  integrationsListCommand,
  integrationsRenameCommand,
  integrationsRotateCommand,
} from './commands/integrations.ts';
import { integrationsSetCommand } from './commands/integrations-set.ts';
import { keysCreateCommand } from './commands/keys-create.ts';
import { migrateCommand } from './commands/migrate.ts';
import { natsProvisionCommand } from './commands/nats-provision.ts';
import { operatorsCreateCommand, operatorsListCommand, operatorsRevokeCommand } from './commands/operators.ts';
import { peopleEraseCommand } from './commands/people-erase.ts';
import { peopleHandOverCommand } from './commands/people-hand-over.ts';
import { peopleHoldCommand } from './commands/people-hold.ts';
import { requestsListCommand, requestsTailCommand } from './commands/requests.ts';
import { retentionPreviewCommand, retentionRunCommand } from './commands/retention.ts';
import { roomsFreeCommand } from './commands/rooms-free.ts';
import { schemaCheckCommand } from './commands/schema-check.ts';
import { statusCommand } from './commands/status.ts';
import { usageCommand } from './commands/usage.ts';
import { verifyReleaseCommand } from './commands/verify-release.ts';
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
    'Shows institutions, changes their settings, freezes, copies, closes and deletes them.',
    'lyceum institutions list',
    [
      institutionsListCommand(context),
      institutionsShowCommand(context),
      institutionsSetCommand(context),
      institutionsFreezeCommand(context),
      institutionsThawCommand(context),
      institutionsExportCommand(context),
      institutionsVerifyCommand(context),
      institutionsImportCommand(context),
      institutionsMoveCommand(context),
      institutionsPlaceCommand(context),
      institutionsCloseCommand(context),
      institutionsReopenCommand(context),
      institutionsDeleteCommand(context),
      institutionsCertificateCommand(context),
    ],
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
      integrationsSetCommand(context),
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
      administratorsSetCommand(context),
      administratorsLinkCommand(context),
    ],
  );
  const people = group(
    'people',
    'Hands over what is stored of a person, erases people, and holds them.',
    'lyceum people hand-over ada@school.example --institution ID --out ada.zip',
    [peopleHandOverCommand(context), peopleEraseCommand(context), peopleHoldCommand(context)],
  );
  const retention = group(
    'retention',
    'Removes what an institution does not keep longer.',
    'lyceum retention preview --institution ID',
    [retentionPreviewCommand(context), retentionRunCommand(context)],
  );
  const erasures = group('erasures', 'Applies the journal of erasures to databases.', 'lyceum erasures apply', [
    erasuresApplyCommand(context),
  ]);
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
    people,
    retention,
    erasures,
    operators,
    keys,
    rooms,
    hoursCommand(context),
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
    verifyReleaseCommand(context),
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
