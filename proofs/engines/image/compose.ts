import { readFile } from 'node:fs/promises';
import { join } from 'node:path';
import { parse } from 'yaml';
import type { Output, Podman } from './podman.ts';

/** What is read of a service in a Compose file. */
interface ComposeService {
  readonly entrypoint?: readonly string[];
  readonly command?: readonly string[];
  readonly env_file?: string;
  readonly environment?: Readonly<Record<string, string>>;
  readonly volumes?: readonly string[];
  readonly read_only?: boolean;
  readonly cap_drop?: readonly string[];
  readonly security_opt?: readonly string[];
  readonly mem_limit?: string;
  readonly shm_size?: string;
}

/**
 * Containers as a Compose file describes them, by podman: its command lines, variables, files and rights. They share
 * the one network that leads nowhere, each known there by the name of its service.
 */
export class ComposeProject {
  readonly network = 'lyceum-compose';
  readonly #podman: Podman;
  readonly #folder: string;
  readonly #services: Readonly<Record<string, ComposeService>>;

  private constructor(podman: Podman, folder: string, services: Readonly<Record<string, ComposeService>>) {
    this.#podman = podman;
    this.#folder = folder;
    this.#services = services;
  }

  /** @param folder has `compose.yaml`, and what its paths begin at */
  static async of(podman: Podman, folder: string): Promise<ComposeProject> {
    const { services } = parse(await readFile(join(folder, 'compose.yaml'), 'utf8'));
    const project = new ComposeProject(podman, folder, services);
    await podman.run('network', 'create', '--internal', project.network);
    return project;
  }

  /** Starts a service, or what takes its place. @param options of `podman run`; @param command by default its own */
  async start(name: string, image: string, options = this.#optionsOf(name), command = this.#commandOf(name)) {
    await this.#podman.run('run', '--detach', '--network', this.network, '--name', name, ...options, image, ...command);
  }

  /** Runs a service to its end. */
  run(name: string, image: string): Promise<Output> {
    const own = [...this.#optionsOf(name), image, ...this.#commandOf(name)];
    return this.#podman.exec(['run', '--rm', '--network', this.network, '--name', name, ...own]);
  }

  async addressOf(name: string): Promise<string> {
    return this.#podman.inspect(name, '{{range .NetworkSettings.Networks}}{{.IPAddress}}{{end}}');
  }

  async remove(): Promise<void> {
    await this.#podman.run('network', 'rm', '--force', '--time', '0', this.network);
  }

  #commandOf(name: string): readonly string[] {
    const { entrypoint: [, ...rest] = [], command = [] } = this.#serviceOf(name);
    return [...rest, ...command];
  }

  #optionsOf(name: string): string[] {
    const service = this.#serviceOf(name);
    const { entrypoint, env_file, environment = {}, volumes = [], mem_limit, shm_size } = service;
    const { read_only, cap_drop = [], security_opt = [] } = service;
    return [
      ...(entrypoint ? ['--entrypoint', entrypoint[0] ?? ''] : []),
      ...(env_file ? ['--env-file', join(this.#folder, env_file)] : []),
      ...Object.entries(environment).map(([variable, value]) => `--env=${variable}=${defaultOf(value)}`),
      ...volumes.map((volume) => `--volume=${volume.startsWith('.') ? join(this.#folder, volume) : volume}`),
      ...(read_only ? ['--read-only'] : []),
      ...cap_drop.map((each) => `--cap-drop=${each}`),
      ...security_opt.map((each) => `--security-opt=${each.replace(':true', '')}`),
      ...(mem_limit ? [`--memory=${mem_limit}`] : []),
      ...(shm_size ? [`--shm-size=${shm_size}`] : []),
    ];
  }

  #serviceOf(name: string): ComposeService {
    const service = this.#services[name];
    if (!service) throw new Error(`the Compose file has no ${name}`);
    return service;
  }
}

/** What Compose makes of `${NAME:-default}` without the variable. */
function defaultOf(value: string): string {
  return value.replaceAll(/\$\{\w+:-([^}]*)\}/g, '$1');
}
