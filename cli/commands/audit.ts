import { Command } from 'commander';
import type { Call } from '../../platform/calls/caller.ts';
import { isUuid } from '../../platform/core/ids.ts';
import { fromInstantText } from '../../platform/core/instant.ts';
import type { AuditFilter, AuditRecord } from '../../platform/data/audit/list-audit-records.ts';
import type { FieldChange } from '../../proto/gen/lyceum/common/v1/audit_pb.ts';
import type { CliContext } from '../cli-context.ts';
import { DATABASES_HELP } from '../databases-help.ts';
import { CommandFailure } from '../failure.ts';
import { institutionIdOf } from '../of-institution.ts';
import { integrationIdOf, integrationsOf } from '../of-integration.ts';
import { countOf, instantOf } from '../option-values.ts';
import type { Terminal } from '../terminal/terminal.ts';

interface Options {
  readonly institution: string;
  readonly service?: string;
  readonly resource?: string;
  readonly integration?: string;
  readonly operation?: string;
  readonly request?: string;
  readonly since?: string;
  readonly until?: string;
  readonly limit?: string;
  readonly json?: true;
  readonly follow?: true;
}

export function auditCommand({ terminal, environment, connected }: CliContext): Command {
  return new Command('audit')
    .description('Shows who changed what in an institution, newest first.')
    .requiredOption('--institution <id|ref>', 'the institution')
    .option('--service <name>', 'only changes in one service')
    .option('--resource <id>', 'only changes to one resource')
    .option('--integration <id|clientId>', 'only changes made by one integration')
    .option('--operation <name>', 'only changes made by one operation, such as UpdateUser')
    .option('--request <id>', 'only changes made by one request: its X-Request-Id')
    .option('--since <time>', 'only from this time on: 2026-10-05T08:00:00Z, or an age: 90s, 15m, 2h, 7d')
    .option('--until <time>', 'only before this time')
    .option('--limit <n>', 'maximum number of records; default: 100, and with --follow no limit')
    .option('--json', 'print one JSON object per line')
    .option('--follow', 'print all records as JSON, the oldest first, until you stop it')
    .addHelpText('after', HELP)
    .action(async (options: Options) => {
      if (options.follow) {
        const { followAudit } = await import('../audit/follow.ts');
        return followAudit({ terminal, connected }, { ...options });
      }
      const institutionId = await institutionIdOf({ connected }, options.institution);
      const call: Call = (method, request) =>
        connected((connection) => connection.callFor(institutionId)(method, request));
      const integrationId = options.integration && (await integrationIdOf(call, options.integration));
      const filter = filterOf(options, institutionId, integrationId);
      const limit = countOf(options.limit ?? '100', '--limit');
      const [{ databaseUrlsOf, withDatabase }, { listAuditRecords }, { auditedChanges }] = await Promise.all([
        import('../service-databases.ts'),
        import('../../platform/data/audit/list-audit-records.ts'),
        import('../../platform/handler/audit.ts'),
      ]);
      const found: Found[] = [];
      for (const [service, url] of await databaseUrlsOf(environment, institutionId, options.service))
        await withDatabase(service, url, async (db) => {
          let left = limit;
          for await (const record of listAuditRecords(db, filter)) {
            found.push({ service, ...record });
            left -= 1;
            if (left === 0) break;
          }
        });
      const newest = found.toSorted((a, b) => fromInstantText(b.recordedAt) - fromInstantText(a.recordedAt));
      const shown = newest.slice(0, limit);
      if (options.json) for (const each of shown) terminal.printJson(each);
      else {
        const names = shown.some(isByIntegration) ? await integrationNames(call, terminal) : new Map();
        terminal.printTable(
          HEADER,
          shown.flatMap((each) => [rowOf(each, names), ...valuesOf(each, auditedChanges(each))]),
        );
      }
    });
}

const HELP = `
Each line shows the time, the actor, the operation, the resource, its version
before and after the change, and the request. Of settings, integrations and the
times of time records, lines below it show each field before and after, and the
reason that somebody gave. Long values are cut: --json has them whole.

${DATABASES_HELP}

Examples:
  lyceum audit --institution ID --since 7d
  lyceum audit --institution ID --resource ID
  lyceum audit --institution ID --follow --since 2026-11-01

--follow needs the services, not the databases. Each line has an id: give the
last one to --since to go on. A change is printed two minutes after it was made.`;

type Found = AuditRecord & { readonly service: string };

const HEADER = ['TIME', 'ACTOR', 'OPERATION', 'RESOURCE', 'ID', 'CHANGE', 'BEFORE', 'AFTER', 'REQUEST'];

type Names = ReadonlyMap<string | null, string>;

const isByIntegration = ({ actor }: AuditRecord) => actor === 'integration';

/**
 * The name and client id of each integration by its id. The records need no running service: without one, their ids are
 * shown alone.
 */
async function integrationNames(call: Call, terminal: Terminal): Promise<Names> {
  try {
    const integrations = await integrationsOf(call);
    return new Map(integrations.map(({ id, name, clientId }) => [id, `${name} (${clientId})`]));
  } catch (error) {
    terminal.note(`Integrations are shown by their ids. ${error instanceof Error ? error.message : String(error)}`);
    return new Map();
  }
}

function rowOf(record: AuditRecord, names: Names): string[] {
  const { recordedAt, resource, resourceId, versionBefore, versionAfter, requestId } = record;
  return [
    recordedAt,
    actorOf(record, names),
    record.operation.replace(/^lyceum\.(\w+)\.v\d+\.(?:\w+\/)?/, '$1 '),
    resource,
    resourceId,
    versionBefore === null ? 'created' : versionAfter === null ? 'deleted' : 'changed',
    versionBefore ?? '-',
    versionAfter ?? '-',
    requestId,
  ];
}

/** The fields that the change has changed, and why. */
function valuesOf({ reason }: AuditRecord, changes: readonly FieldChange[]): string[][] {
  const rows = changes.map(({ name, before, after }) => [name, short(before), short(after)]);
  const why = reason === null ? [] : [['reason', '-', short(JSON.stringify(reason))]];
  return [...rows, ...why].map((row) => ['', '', '', '', '', ...row, '']);
}

function short(json: string | undefined): string {
  if (json === undefined) return '-';
  return json.length > VALUE_AT_MOST ? `${json.slice(0, VALUE_AT_MOST)}…` : json;
}

const VALUE_AT_MOST = 80;

/** An operator of an OpenID provider also with the issuer and the id there: two operators may have one name. */
function actorOf({ actor, actorId, actorName }: AuditRecord, names: Names): string {
  const ofProvider = actorName !== null && actorId !== null && !isUuid(actorId) ? `(${actorId})` : null;
  return [actor, actorName ?? names.get(actorId) ?? actorId, ofProvider].filter(Boolean).join(' ');
}

function filterOf(options: Options, institutionId: string, integrationId: string | undefined): AuditFilter {
  return {
    institutionId,
    resourceId: idOf(options.resource, '--resource'),
    ...(integrationId && { actor: 'integration', actorId: integrationId }),
    operation: options.operation,
    requestId: options.request,
    since: options.since && instantOf(options.since, '--since'),
    until: options.until && instantOf(options.until, '--until'),
  };
}

function idOf(text: string | undefined, option: string): string | undefined {
  if (text === undefined || isUuid(text)) return text?.toLowerCase();
  throw new CommandFailure(`${option} must be an id, not "${text}".`);
}
