import { runServiceProcess } from '../chassis/process.ts';
import { locations } from './service.ts';

await runServiceProcess(locations, process.argv.slice(2));
