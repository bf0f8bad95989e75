# Two stages: the first has the compiler that SQLite may need, the second only what runs.
FROM node:24-bookworm AS build
WORKDIR /app
COPY package.json package-lock.json .npmrc ./
RUN npm ci --no-audit --no-fund
COPY tsconfig.json ./
COPY src ./src
COPY tools ./tools
COPY docs ./docs
# Of the faces that releases are set in, two weights are used: the others are most of the packages' size.
RUN node src/cli/setup.mjs && npm prune --omit=dev && \
  find node_modules/@expo-google-fonts -name '*.ttf' ! -name '*_400Regular.ttf' ! -name '*_700Bold.ttf' -delete

FROM node:24-bookworm-slim
WORKDIR /app
ARG VERSION=0.1.0
LABEL org.opencontainers.image.title="Farebox" \
  org.opencontainers.image.description="Self-hosted gateway that sells AI agents metered tools over MCP and REST" \
  org.opencontainers.image.licenses="MIT" \
  org.opencontainers.image.version="${VERSION}" \
  io.modelcontextprotocol.server.name="dev.farebox/farebox"
ENV NODE_ENV=production HOST=0.0.0.0 DATA_DIR=/data HOME=/tmp
# Any user may run it: nothing else is written, and the database's files are for their user alone.
RUN mkdir /data && chmod 1777 /data
COPY --from=build /app/package.json ./
COPY --from=build /app/node_modules ./node_modules
COPY --from=build /app/dist ./dist
COPY presets ./presets
COPY src/concierge/models ./src/concierge/models
COPY src/locales ./src/locales
# Runs the commands of package.json; where nothing is there to build from, it builds nothing.
COPY src/cli/setup.mjs ./src/cli/setup.mjs
USER node
VOLUME /data
EXPOSE 3000
HEALTHCHECK --interval=10s --timeout=5s --start-period=30s --retries=3 \
  CMD ["node", "-e", "fetch(`http://127.0.0.1:${process.env.PORT || 3000}/health/ready`).then(({ ok }) => process.exit(ok ? 0 : 1), () => process.exit(1))"]
CMD ["node", "dist/bundle/farebox.js", "start"]
