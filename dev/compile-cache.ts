import { enableCompileCache } from 'node:module';
import { fileURLToPath } from 'node:url';

/**
 * Loaded before a program (`node --import`): what Node makes of our TypeScript and of packages is kept beside the packages, and a later start takes
 * it from there. Known again by its content; a Node that is another keeps its own. In a directory of the project, not in one that all
 * users of the machine may write to.
 */
enableCompileCache(fileURLToPath(new URL('../node_modules/.cache/compile', import.meta.url)));
