import { methods } from './methods.ts';
import { pythonCopyFile } from './python-copy.ts';
import { pythonFiles } from './python-files.ts';
import { typescriptFiles } from './typescript-files.ts';

/** The generated files of both clients, by their path below the project. */
export function generatedFiles(): ReadonlyMap<string, string> {
  const all = methods();
  const copy = ['clients/python/lyceum_client/gen/copy.py', pythonCopyFile] as const;
  return new Map([...typescriptFiles(all), ...pythonFiles(all), copy]);
}
