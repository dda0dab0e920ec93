# The server, and with another command its workers: see compose.yaml and docs/operations.md.
#
#   docker build --tag tacitus .
#   docker run --rm --volume tacitus:/data tacitus demo

FROM python:3.13-slim AS built
WORKDIR /source
RUN python -m venv /app
# What is pinned first: it changes less often than the code.
COPY requirements/run.txt requirements/
RUN /app/bin/pip install --no-cache-dir --disable-pip-version-check --requirement requirements/run.txt
COPY pyproject.toml README.md LICENSE ./
COPY src src
RUN /app/bin/pip install --no-cache-dir --disable-pip-version-check --no-deps .

FROM python:3.13-slim
# Nobody's home: with TACITUS_DATABASE_URL nothing is written but what PostgreSQL keeps.
RUN useradd --uid 10001 --no-create-home tacitus && install --directory --owner tacitus /data
COPY --from=built /app /app
ENV PATH=/app/bin:$PATH PYTHONUNBUFFERED=1 TACITUS_HOME=/data TACITUS_HOST=0.0.0.0
USER tacitus
VOLUME /data
EXPOSE 8888
# `health` answers without a key, and tells a server that hangs from one that works.
HEALTHCHECK --interval=10s --timeout=3s --start-period=60s CMD ["python", "-c", \
    "import urllib.request as r; r.urlopen('http://127.0.0.1:8888/health', timeout=2)"]
# A signal goes to Tacitus itself, so that it ends its work before it is killed.
ENTRYPOINT ["tacitus"]
CMD ["serve"]
