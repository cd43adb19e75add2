import { Command } from 'commander';
import { InstitutionService } from '../../proto/gen/lyceum/directory/v1/institution_pb.ts';
import type { CliContext } from '../cli-context.ts';
import { institutionIdOf } from '../institution-id.ts';
import { inSettingNames, parseAssignments, settings, settingsView } from '../settings.ts';

export function institutionsSetCommand({ terminal, connected }: CliContext): Command {
  return new Command('set')
    .description('Changes settings of an institution, all or none of those given, and prints the settings in effect.')
    .argument('<institutionId>', 'as institutions list shows it')
    .argument('<key=value...>', 'settings; key= unsets one')
    .option('--json', 'print an object')
    .addHelpText('after', HELP)
    .action(async (institutionId: string, assignments: string[], { json }: { json?: true }) => {
      const change = parseAssignments(assignments);
      const response = await connected((connection) =>
        connection.callFor(institutionIdOf(institutionId))(InstitutionService.method.setInstitutionSettings, {
          change,
        }),
      ).catch((error: unknown) => {
        throw inSettingNames(error);
      });
      const inEffect = response.settings;
      if (json) terminal.printJson({ institutionId, settings: settingsView(inEffect) });
      else
        terminal.printTable(
          ['SETTING', 'VALUE'],
          settings.map(({ key, read }) => [key, String((inEffect && read(inEffect)) ?? '(unset)')]),
        );
    });
}

const HELP = `
Settings:
${settings.map(({ key, description }) => `  ${key.padEnd(26)}  ${description}`).join('\n')}

In a format of codes [0] is a digit; it has four of them at least.

Examples:
  lyceum institutions set ID time_tracking_timezone=Europe/Berlin
  lyceum institutions set ID scheduling_enabled=false reject_room_conflicts=true
  lyceum institutions set ID 'user_code_format=NH-[0][0][0][0]'
  lyceum institutions set ID user_code_format=`;
