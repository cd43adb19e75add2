import { spawnSync } from 'node:child_process';
import { readFileSync } from 'node:fs';
import { describe, it } from 'vitest';
import { parseAllDocuments } from 'yaml';
import { projectRoot } from '../process/program.ts';
import { findKubectl } from './find-kubectl.ts';
import type { KubernetesObject } from './kubernetes.ts';

const kubectl = await findKubectl();

/** Whether this machine can render manifests. */
export const canRender = kubectl !== undefined;

/**
 * Groups tests of rendered manifests. A machine that cannot render them reports one skipped test instead: the group's
 * own need objects to be listed.
 */
export function describeRendered(name: string, tests: () => void): void {
  if (canRender) describe(name, tests);
  else describe.skip(name, () => it('needs kubectl', () => undefined));
}

/** All objects of a folder below `deploy/`, rendered. */
export function render(folder: string): KubernetesObject[] {
  const text = rendered.get(folder) ?? run(folder);
  rendered.set(folder, text);
  return parse(text);
}

/** By folder: kubectl takes half a second. */
const rendered = new Map<string, string>();

function run(folder: string): string {
  if (kubectl === undefined) throw new Error('This machine cannot render manifests: use describeRendered.');
  const { error, status, stdout, stderr } = spawnSync(kubectl, ['kustomize', `${projectRoot}deploy/${folder}`], {
    encoding: 'utf8',
  });
  if (error) throw error;
  // A renderer warns of deprecated fields.
  if (status !== 0 || stderr.trim() !== '') throw new Error(`${folder}: ${stderr}`);
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
