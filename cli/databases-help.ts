/** Help text: how commands find the services' databases. */
export const DATABASES_HELP = `Environment:
  DATABASE_URL          a PostgreSQL server with databases lyceum_SERVICE
  SERVICE_DATABASE_URL  database of one service, as in DIRECTORY_DATABASE_URL
  PLACED_DATABASE_URLS  other servers with rows of institutions: b=postgres://…
  DATA_DIR              if those are not set: data folder of npm start (.data)`;
