import { readdirSync } from 'node:fs';
import type { DescFile } from '@bufbuild/protobuf';

const folder = new URL('../../proto/gen/lyceum/', import.meta.url);
const modules: object[] = await Promise.all(
  readdirSync(folder, { recursive: true, encoding: 'utf8' })
    .filter((path) => path.endsWith('_pb.ts'))
    .sort()
    .map((path) => import(new URL(path, folder).href)),
);

/** The descriptors of all the product's contracts. */
export const contractFiles: readonly DescFile[] = modules.flatMap((module) => Object.values(module).filter(isFile));

function isFile(value: unknown): value is DescFile {
  return typeof value === 'object' && value !== null && 'kind' in value && value.kind === 'file';
}
