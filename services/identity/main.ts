import { runServiceProcess } from '../../platform/process/process.ts';
import { identity } from './service.ts';

await runServiceProcess(identity, process.argv.slice(2));
