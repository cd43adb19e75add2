import { runServiceProcess } from '../../platform/process/process.ts';
import { directory } from './service.ts';

await runServiceProcess(directory, process.argv.slice(2));
