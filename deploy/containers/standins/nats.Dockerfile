# Stands in for the official image nats:2.15-alpine where there is no registry.
FROM debian:bookworm-slim
RUN apt-get update && apt-get install -y --no-install-recommends busybox && rm -rf /var/lib/apt/lists/* \
 && ln -s /bin/busybox /usr/bin/wget
COPY nats-server /usr/local/bin/nats-server
EXPOSE 4222 6222 8222
ENTRYPOINT ["nats-server"]
CMD ["--port", "4222", "--http_port", "8222", "--jetstream"]
