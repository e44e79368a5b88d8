/** The files of an MCP server that reads environment variables in several ways. */
export const serverSources = {
  '.env.example': 'LOG_LEVEL=info\nTEMPLATE_ONLY=\n',
  'src/server.js':
    'const { FORECAST_API_KEY } = process.env;\n\nexport const port = process.env.HTTP_PORT;\nconst t = process.env.CITY_TOKEN;\n',
  'jobs/report.py': 'import os\nmode = os.environ["REPORT_MODE"]\nlevel = os.getenv("LOG_LEVEL")\n',
  'src/large.js': `process.env.IN_A_LARGE_FILE;${' '.repeat(1024 * 1024)}`,
  'node_modules/of-others/index.js': 'process.env.OF_OTHERS;\n',
};
