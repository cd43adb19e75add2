import { Command } from 'commander';
import { InstitutionService } from '../../proto/gen/lyceum/directory/v1/institution_pb.ts';
import type { Surroundings } from '../command-context.ts';
import { institutionIdOf } from '../institution-id.ts';
import { inSettingNames, parseAssignments, settings, settingsView } from '../settings.ts';

export function institutionsSetCommand({ terminal, connected }: Surroundings): Command {
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
${settings.map(({ key, description }) => `  ${key.padEnd(27)}  ${description}`).join('\n')}

Examples:
  lyceum institutions set 01981c8e-7d3a-7c3f-9a55-3d1c6a2f0b11 time_tracking_timezone=Europe/Berlin
  lyceum institutions set 01981c8e-7d3a-7c3f-9a55-3d1c6a2f0b11 'user_code_format=NH-[0][0][0][0]' scheduling_enabled=false
  lyceum institutions set 01981c8e-7d3a-7c3f-9a55-3d1c6a2f0b11 user_code_format=`;
