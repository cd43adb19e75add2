import { runServiceProcess } from '../chassis/process.ts';
import { directory } from './service.ts';

await runServiceProcess(directory, process.argv.slice(2));
