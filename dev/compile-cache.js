import { enableCompileCache } from 'node:module';
import { fileURLToPath } from 'node:url';

/**
 * Loaded before a program (`node --import`): caches the code that Node compiles, for later starts. Entries are keyed by content and by version of
 * Node. The cache is in the project, beside the packages, not in a directory that all users of the machine can write to. This file is JavaScript:
 * for TypeScript every start would load the compiler, which takes 17 MB.
 */
enableCompileCache(fileURLToPath(new URL('../node_modules/.cache/compile', import.meta.url)));
