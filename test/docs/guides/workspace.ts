import { cpSync, mkdirSync, mkdtempSync, rmSync, symlinkSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { Program, projectRoot } from '../../support/program.ts';
import { fileOf, type Guide, type Step } from './guide.ts';

/** What stands between the outputs of two steps. */
const MARK = '\u001e';
const BIN = `${projectRoot}node_modules/.bin`;

type Environment = Readonly<Record<string, string>>;

/** What a step has printed. */
export interface Printed {
  readonly step: Step;
  readonly output: string;
}

/** How a guide's program ended: every step that began, and what it said of errors. */
export interface Outcome {
  readonly code: number | null;
  readonly stderr: string;
  readonly printed: readonly Printed[];
}

/** A reader's folder for each guide, with the packed client installed, as the quick start has it. */
export class Workspace {
  readonly #path = mkdtempSync(join(tmpdir(), 'lyceum-guides-'));

  /** Packs the client for readers to install, and saves what the guides' programs are. */
  async prepare(guides: readonly Guide[]): Promise<void> {
    const source = join(this.#path, 'source');
    await this.#must(`${BIN}/tsc`, ['-p', 'client', '--outDir', join(source, 'dist')]);
    cpSync(`${projectRoot}client/package.json`, join(source, 'package.json'));
    const modules = join(this.#path, 'node_modules');
    mkdirSync(join(modules, '@lyceum'), { recursive: true });
    symlinkSync(source, join(modules, '@lyceum/client'));
    for (const name of ['standardwebhooks', '@types'])
      symlinkSync(join(projectRoot, 'node_modules', name), join(modules, name));
    writeFileSync(join(this.#path, 'package.json'), '{ "private": true, "type": "module" }');
    for (const { slug } of guides) mkdirSync(join(this.#path, slug, 'lyceum'), { recursive: true });
    for (const { slug, steps } of guides) {
      const programs = steps.filter(({ block }) => block.language === 'ts');
      for (const { block } of programs) {
        const file = fileOf(block);
        if (file !== null) writeFileSync(join(this.#path, slug, file), block.text);
        if (file === SHARED) for (const each of guides) writeFileSync(join(this.#path, each.slug, file), block.text);
      }
      const rest = programs.filter(({ block }) => fileOf(block) === null);
      const text = rest.map(({ block }) => `${block.text}process.stdout.write('${MARK}');\n`).join('');
      writeFileSync(join(this.#path, slug, MAIN), `${text}export {};\n`);
    }
    await this.#must('npm', ['pack', '--silent', source, '--pack-destination', join(this.#path, 'quick-start/lyceum')]);
  }

  /** What a strict compiler says of all TypeScript of the guides. */
  async compile(guides: readonly Guide[]): Promise<string> {
    const strict = { strict: true, exactOptionalPropertyTypes: true, noUncheckedIndexedAccess: true };
    const options = { ...strict, module: 'nodenext', target: 'esnext', noEmit: true, skipLibCheck: true };
    const compilerOptions = { ...options, types: ['node'], allowImportingTsExtensions: true };
    const include = guides.map(({ slug }) => `${slug}/*.ts`);
    writeFileSync(join(this.#path, 'tsconfig.json'), JSON.stringify({ compilerOptions, include }));
    const tsc = Program.spawn(`${BIN}/tsc`, ['-p', this.#path]);
    await tsc.exited;
    return tsc.stdout + tsc.stderr;
  }

  /** Runs the commands of a guide in one shell, which saves the programs that have a file's name. */
  runCommands({ slug, steps }: Guide, env: Environment, signal: AbortSignal): Promise<Outcome> {
    const own = steps.filter(({ block }) => block.language === 'sh' || fileOf(block) !== null);
    const pieces = own.map(({ block }) => {
      const file = fileOf(block);
      return file === null ? block.text : `cat > ${file} <<'END-OF-FILE'\n${block.text}END-OF-FILE\n`;
    });
    const script = ["trap 'jobs -p | xargs -r kill' EXIT\n", ...pieces.map((each) => `${each}printf '${MARK}'\n`)];
    return this.#run(slug, own, ['bash', ['-euo', 'pipefail', '-c', script.join('')]], env, signal);
  }

  /** Runs the TypeScript of a guide that is one program from top to bottom. */
  runProgram({ slug, steps }: Guide, env: Environment, signal: AbortSignal): Promise<Outcome> {
    const own = steps.filter(({ block }) => block.language === 'ts' && fileOf(block) === null);
    return this.#run(slug, own, [`${BIN}/node`, [MAIN]], env, signal);
  }

  remove(): void {
    rmSync(this.#path, { recursive: true });
  }

  async #run(
    slug: string,
    own: readonly Step[],
    [command, args]: readonly [string, readonly string[]],
    env: Environment,
    signal: AbortSignal,
  ): Promise<Outcome> {
    const quiet = { npm_config_offline: 'true', npm_config_audit: 'false', npm_config_fund: 'false' };
    const PATH = `${BIN}:${process.env.PATH}`;
    const options = { cwd: join(this.#path, slug), env: { PATH, ...quiet, ...env }, detached: true };
    const program = Program.spawn(command, args, options);
    const end = () => program.isRunning && program.killGroup('SIGKILL');
    signal.addEventListener('abort', end, { once: true });
    const { code } = await program.exited;
    const outputs = program.stdout.split(MARK);
    const printed = own.slice(0, outputs.length).map((step, number) => ({ step, output: outputs[number] ?? '' }));
    return { code, stderr: program.stderr, printed };
  }

  async #must(command: string, args: readonly string[]): Promise<void> {
    const program = Program.spawn(command, args);
    const { code } = await program.exited;
    if (code !== 0) throw new Error(`${command} ${args.join(' ')}: ${program.stdout}${program.stderr}`);
  }
}

/** The file of the quick start that the other guides import. */
const SHARED = 'lyceum.ts';
const MAIN = 'guide.ts';
