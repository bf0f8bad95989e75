{{- define "farebox.name" -}}
{{- if contains "farebox" .Release.Name }}{{ .Release.Name | trunc 50 | trimSuffix "-" }}{{ else }}{{ printf "%s-farebox" .Release.Name | trunc 50 | trimSuffix "-" }}{{ end -}}
{{- end }}

{{- define "farebox.selector" -}}
app.kubernetes.io/name: farebox
app.kubernetes.io/instance: {{ .Release.Name }}
{{- end }}

{{- define "farebox.labels" -}}
{{ include "farebox.selector" . }}
app.kubernetes.io/version: {{ .Chart.AppVersion | quote }}
app.kubernetes.io/managed-by: {{ .Release.Service }}
helm.sh/chart: {{ printf "%s-%s" .Chart.Name .Chart.Version }}
{{- end }}

{{- define "farebox.secret" -}}
{{ .Values.secrets.existingSecret | default (include "farebox.name" .) }}
{{- end }}

{{- define "farebox.container" -}}
image: "{{ .Values.image.repository }}:{{ .Values.image.tag | default .Chart.AppVersion }}"
imagePullPolicy: {{ .Values.image.pullPolicy }}
securityContext:
  allowPrivilegeEscalation: false
  readOnlyRootFilesystem: true
  capabilities: { drop: [ALL] }
env:
  {{- if .Values.baseUrl }}
  - { name: BASE_URL, value: {{ .Values.baseUrl | quote }} }
  {{- end }}
  {{- range $name, $value := .Values.env }}
  - { name: {{ $name }}, value: {{ $value | toString | quote }} }
  {{- end }}
  {{- $keys := keys .Values.secrets.values | sortAlpha }}
  {{- if .Values.secrets.existingSecret }}
  {{- $keys = .Values.secrets.keys }}
  {{- end }}
  {{- range $keys }}
  - { name: {{ . }}_FILE, value: /run/secrets/farebox/{{ . }} }
  {{- end }}
volumeMounts:
  - { name: secrets, mountPath: /run/secrets/farebox, readOnly: true }
  - { name: data, mountPath: /data }
  - { name: tmp, mountPath: /tmp }
{{- end }}
