import { type FileHandle, open, unlink } from 'node:fs/promises';
import { type Command, Option } from 'commander';
import { CommandFailure } from './failure.ts';
import type { Terminal } from './terminal/terminal.ts';

interface Credentials {
  readonly clientId: string;
  readonly clientSecret: string;
}

/** Where a new secret goes, as the command line says. */
export interface SecretDestination {
  readonly json?: true;
  readonly secretFile?: string;
  readonly kubernetesSecret?: string;
}

/** Adds the options that say where a new secret goes. */
export function withSecretOptions(command: Command): Command {
  return command
    .option('--json', 'print {"clientId", "clientSecret"}, or with --secret-file {"clientId", "secretFile"}')
    .option('--secret-file <path>', 'write the secret, and nothing else, to a new file that its owner alone may read')
    .addOption(
      new Option('--kubernetes-secret <name>', 'print a Secret with clientId and clientSecret: | kubectl create -f -')
        .argParser(secretName)
        .conflicts(['json', 'secretFile']),
    );
}

/**
 * Has credentials issued and hands them over where the options say. Their secret is shown this once, so that nothing is issued unless it can be
 * taken: a table is for a terminal only, and a file must be a new one. Throws a CommandFailure.
 */
export async function handOver(
  terminal: Terminal,
  { json, secretFile, kubernetesSecret }: SecretDestination,
  issue: () => Promise<Credentials>,
): Promise<void> {
  if (secretFile !== undefined) {
    const { clientId } = await issueToFile(secretFile, issue);
    if (json) terminal.printJson({ clientId, secretFile });
    else terminal.printTable(['CLIENT ID', 'SECRET FILE'], [[clientId, secretFile]]);
  } else if (kubernetesSecret !== undefined) {
    terminal.printJson(manifest(kubernetesSecret, await issue()));
  } else if (json) {
    terminal.printJson(await issue());
  } else {
    if (!terminal.isInteractive) throw new CommandFailure(NO_TERMINAL);
    const { clientId, clientSecret } = await issue();
    terminal.printTable(['CLIENT ID', 'CLIENT SECRET'], [[clientId, clientSecret]]);
  }
  terminal.note('The secret is kept nowhere and shown this once. Handle it like a password.');
}

async function issueToFile(path: string, issue: () => Promise<Credentials>): Promise<Credentials> {
  const file = await openNew(path);
  try {
    const credentials = await issue().catch(async (error: unknown) => {
      await unlink(path);
      throw error;
    });
    await write(file, credentials);
    return credentials;
  } finally {
    await file.close();
  }
}

async function openNew(path: string): Promise<FileHandle> {
  try {
    return await open(path, 'wx', OWNER_ALONE);
  } catch (error) {
    const { code } = error as NodeJS.ErrnoException;
    if (code === 'EEXIST') throw new CommandFailure(`${path} exists already and is not overwritten`);
    throw new CommandFailure(`${path} cannot be written: ${code}`);
  }
}

async function write(file: FileHandle, { clientId, clientSecret }: Credentials): Promise<void> {
  try {
    await file.writeFile(clientSecret);
    await file.sync();
  } catch (error) {
    const { code } = error as NodeJS.ErrnoException;
    throw new CommandFailure(`The secret of ${clientId} could not be written (${code}) and is lost: rotate it.`);
  }
}

function manifest(name: string, stringData: Credentials): object {
  return { apiVersion: 'v1', kind: 'Secret', metadata: { name }, type: 'Opaque', stringData };
}

/** Kubernetes would refuse another name when the secret is made already. */
function secretName(name: string): string {
  if (name.length > 253 || !/^[a-z0-9]([-a-z0-9]*[a-z0-9])?(\.[a-z0-9]([-a-z0-9]*[a-z0-9])?)*$/.test(name))
    throw new CommandFailure(`"${name}" is no name of a Kubernetes Secret: lower case letters, digits, - and .`);
  return name;
}

const OWNER_ALONE = 0o600;

const NO_TERMINAL =
  'The secret would go where standard output goes, which is no terminal. Say --secret-file PATH, --kubernetes-secret NAME, or --json.';
