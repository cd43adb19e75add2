import { Command } from 'commander';
import type { Call } from '../../platform/calls/caller.ts';
import { present } from '../../platform/core/present.ts';
import { OWNER, type RoleName, readRoles, roleNames, roleOf } from '../../platform/core/roles.ts';
import { emailKey } from '../../platform/core/text-keys.ts';
import { type Administrator, AdministratorService } from '../../proto/gen/lyceum/identity/v1/administrator_pb.ts';
import { refuse } from '../../services/identity/domain/refusals.ts';
import type { CliContext } from '../cli-context.ts';
import { oneOf } from '../grant-options.ts';
import { callOf, type OfInstitution } from '../of-institution.ts';
import type { Terminal } from '../terminal/terminal.ts';

/** The options of commands about one administrator. */
export interface OfUser extends OfInstitution {
  /** The e-mail address. */
  readonly user: string;
}

/** A command about the administrators of an institution. */
export function administratorsCommand(name: string, description: string): Command {
  return new Command(name)
    .description(description)
    .requiredOption('--institution <id|ref>', 'the institution')
    .option('--json', 'print JSON');
}

/** A command about one administrator. */
export function administratorCommand(name: string, description: string): Command {
  return administratorsCommand(name, description)
    .requiredOption('--user <email>', 'e-mail address of the user')
    .addHelpText('after', `\nExample:\n  lyceum administrators ${name} --institution ID --user ada@school.example`);
}

interface WithRoles extends OfUser {
  /** Separated by commas. */
  readonly roles: string;
}

function rolesIn(text: string): RoleName[] {
  const named = text.split(',').map((each) => oneOf(roleNames, each.trim(), '--roles'));
  return roleNames.filter((name) => named.includes(name));
}

const ROLES_OPTION = ['--roles <roles>', `what the user does, separated by commas:\n${roleNames.join(', ')}`] as const;

/** An administrator as JSON. */
export function administratorView(administrator: Administrator) {
  const { $typeName, $unknown, roles, keepsOwner, revision, createdBy, lastSignedInAt, ...shown } = administrator;
  return {
    ...shown,
    roles: readRoles(roles),
    createdBy: createdBy ?? null,
    lastSignedInAt: lastSignedInAt ?? null,
  };
}

/** Prints a table of administrators. */
export function printAdministrators(terminal: Terminal, administrators: readonly Administrator[]): void {
  terminal.printTable(
    ['EMAIL', 'NAME', 'ROLES', 'STATE', 'LAST SIGNED IN', 'ADDED', 'USER ID'],
    administrators.map(({ email, name, roles, isArchived, lastSignedInAt, createdAt, userId }) => [
      ...[email, name, readRoles(roles).join(', '), isArchived ? 'archived' : 'active'],
      ...[lastSignedInAt ?? 'never', createdAt, userId],
    ]),
  );
}

export function administratorsAddCommand({ terminal, connected }: CliContext): Command {
  return administratorCommand('add', 'Lets a user of an institution use its console.')
    .option(...ROLES_OPTION, OWNER)
    .action(async (options: WithRoles) => {
      const roles = rolesIn(options.roles).map(roleOf);
      const { administrator } = await connected(async (connection) =>
        (await callOf(connection, options))(AdministratorService.method.addAdministrator, {
          email: options.user,
          roles,
        }),
      );
      const added = present(administrator, 'administrator');
      if (options.json) terminal.printJson(administratorView(added));
      else printAdministrators(terminal, [added]);
    });
}

export function administratorsSetCommand({ terminal, connected }: CliContext): Command {
  return administratorCommand('set', 'Changes the roles of an administrator: all of them are named.')
    .requiredOption(...ROLES_OPTION)
    .action(async ({ user, ...options }: WithRoles) => {
      const roles = rolesIn(options.roles).map(roleOf);
      const changed = await connected(async (connection) => {
        const call = await callOf(connection, options);
        const administrator = await administratorOf(call, user);
        const { userId } = administrator;
        await call(AdministratorService.method.setAdministratorRoles, { userId, roles });
        return { ...administrator, roles };
      });
      if (options.json) terminal.printJson(administratorView(changed));
      else printAdministrators(terminal, [changed]);
    });
}

async function administratorOf(call: Call, user: string): Promise<Administrator> {
  const { administrators } = await call(AdministratorService.method.listAdministrators, {});
  return administrators.find((each) => emailKey(each.email) === emailKey(user)) ?? refuse('ADMINISTRATOR_NOT_FOUND');
}

export function administratorsListCommand({ terminal, connected }: CliContext): Command {
  return administratorsCommand('list', 'Lists the administrators of an institution in the order they were added.')
    .addHelpText('after', '\nExample:\n  lyceum administrators list --institution ID')
    .action(async (options: OfInstitution) => {
      const { administrators } = await connected(async (connection) =>
        (await callOf(connection, options))(AdministratorService.method.listAdministrators, {}),
      );
      if (options.json) terminal.printJson(administrators.map(administratorView));
      else printAdministrators(terminal, administrators);
    });
}

export function administratorsRemoveCommand({ terminal, connected }: CliContext): Command {
  return administratorCommand(
    'remove',
    'Ends the access of a user to the console, and all of the user’s sessions.',
  ).action(async ({ user, ...options }: OfUser) => {
    const { userId, email } = await connected(async (connection) => {
      const call = await callOf(connection, options);
      const administrator = await administratorOf(call, user);
      await call(AdministratorService.method.removeAdministrator, { userId: administrator.userId });
      return administrator;
    });
    if (options.json) terminal.printJson({ userId });
    else terminal.print(`${email} is no administrator any more.`);
  });
}

export function administratorsLinkCommand({ terminal, connected }: CliContext): Command {
  return administratorCommand('link', 'Prints a link that signs an administrator in to the console, once.').action(
    async (options: OfUser) => {
      const { url, expiresAt } = await connected(async (connection) =>
        (await callOf(connection, options))(AdministratorService.method.createSignInLink, { email: options.user }),
      );
      if (options.json) terminal.printJson({ url, expiresAt });
      else terminal.print(url);
      terminal.note(`Whoever opens the link and presses its button is signed in. It works once, until ${expiresAt}.`);
    },
  );
}
