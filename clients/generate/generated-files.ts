import { methods } from './methods.ts';
import { pythonFiles } from './python-files.ts';
import { typescriptFiles } from './typescript-files.ts';

/** The generated files of both clients, by their path below the project. */
export function generatedFiles(): ReadonlyMap<string, string> {
  const all = methods();
  return new Map([...typescriptFiles(all), ...pythonFiles(all)]);
}
