import { Command } from 'commander';
import type { Call } from '../../platform/calls/caller.ts';
import { InstitutionService } from '../../proto/gen/lyceum/directory/v1/institution_pb.ts';
import type { Connection } from '../connection.ts';
import { institutionIdOf } from '../institution-id.ts';

/** The options of all webhooks commands. */
export interface OfInstitution {
  readonly institution: string;
  readonly json?: true;
}

/** A command about the webhooks of an institution. @param args arguments in its example */
export function webhooksCommand(name: string, description: string, ...args: readonly string[]): Command {
  const command = new Command(name)
    .description(description)
    .requiredOption('--institution <id>', 'the institution')
    .option('--json', 'print JSON')
    .addHelpText('after', `\nExample:\n  lyceum webhooks ${[name, ...args].join(' ')} --institution ID`);
  return command;
}

/** Calls for an institution, after checking that it exists: the list of an unknown one would only be empty. */
export async function callOf(connection: Connection, { institution }: OfInstitution): Promise<Call> {
  const call = connection.callFor(institutionIdOf(institution));
  await call(InstitutionService.method.getInstitutionSettings, {});
  return call;
}
