import './compile.ts';

const [{ serveHttp }, { AppModule }] = await Promise.all([import('./serve-http.ts'), import('./app-module.ts')]);
await serveHttp(AppModule);
