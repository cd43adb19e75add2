import { Command } from 'commander';
import { InstitutionService } from '../../proto/gen/lyceum/directory/v1/institution_pb.ts';
import type { CliContext } from '../cli-context.ts';
import { institutionOf } from '../of-institution.ts';
import { inSettingNames, institutionView, parseAssignments, settingRows, settings, settingsView } from '../settings.ts';

export function institutionsListCommand({ terminal, connected }: CliContext): Command {
  return new Command('list')
    .description('Lists the institutions of the installation, by name.')
    .option('--json', 'print a JSON array, with settings')
    .addHelpText('after', '\nExample:\n  lyceum institutions list')
    .action(async ({ json }: { json?: true }) => {
      const { institutions, standstills, servers } = await connected(async (connection) => {
        const listed = await connection.callFor(null)(InstitutionService.method.listInstitutions, {});
        return { ...listed, servers: new Map(listed.institutions.map(({ id }) => [id, connection.serverOf(id)])) };
      });
      const stateOf = (id: string) => {
        const { state = 'open', until = null } = standstills.find((each) => each.institutionId === id) ?? {};
        return { state, until, server: servers.get(id) || null };
      };
      const isAnyPlaced = institutions.some(({ id }) => servers.get(id));
      if (json) {
        terminal.printJson(institutions.map((each) => ({ ...institutionView(each), ...stateOf(each.id) })));
      } else {
        terminal.printTable(
          ['ID', 'REF', 'NAME', 'STATE', ...(isAnyPlaced ? ['SERVER'] : [])],
          institutions.map(({ id, ref, name }) => {
            const { state, server } = stateOf(id);
            return [id, ref, name, state, ...(isAnyPlaced ? [server ?? 'first'] : [])];
          }),
        );
      }
    });
}

export function institutionsShowCommand({ terminal, connected }: CliContext): Command {
  return new Command('show')
    .description('Shows an institution and its settings.')
    .argument('<institution>', 'its id or ref')
    .option('--json', 'print a JSON object')
    .addHelpText('after', '\nExample:\n  lyceum institutions show example')
    .action(async (named: string, { json }: { json?: true }) => {
      const institution = await connected((connection) => institutionOf(connection, named));
      const { id, ref, name, settings } = institution;
      if (json) terminal.printJson(institutionView(institution));
      else terminal.printTable(['INSTITUTION', id], [['ref', ref], ['name', name], ...settingRows(settings)]);
    });
}

export function institutionsSetCommand({ terminal, connected }: CliContext): Command {
  return new Command('set')
    .description('Changes settings of an institution, all or none, and prints the settings now in effect.')
    .argument('<institution>', 'its id or ref: see institutions list')
    .argument('<key=value...>', 'settings to change; key= unsets one')
    .option('--json', 'print a JSON object')
    .addHelpText('after', HELP)
    .action(async (institution: string, assignments: string[], { json }: { json?: true }) => {
      const change = parseAssignments(assignments);
      const response = await connected(async (connection) => {
        const { id: institutionId } = await institutionOf(connection, institution);
        const call = connection.callFor(institutionId);
        return { institutionId, ...(await call(InstitutionService.method.setInstitutionSettings, { change })) };
      }).catch((error: unknown) => {
        throw inSettingNames(error);
      });
      const { institutionId, settings: inEffect } = response;
      if (json) terminal.printJson({ institutionId, settings: settingsView(inEffect) });
      else terminal.printTable(['SETTING', 'VALUE'], settingRows(inEffect));
    });
}

const HELP = `
Settings:
${settings.map(({ key, description }) => `  ${key.padEnd(26)}  ${description}`).join('\n')}

In user_code_format, [0] stands for a digit; use at least four.

Examples:
  lyceum institutions set ID time_tracking_timezone=Europe/Berlin
  lyceum institutions set ID scheduling_enabled=false reject_room_conflicts=true
  lyceum institutions set ID 'user_code_format=NH-[0][0][0][0]'
  lyceum institutions set ID user_code_format=`;
