; The installer for Windows, made by Inno Setup 6 from the built folder:
;   iscc /DVersion=0.1.0 build_spec\windows.iss
; Unverified until the workflow has run: it was written without a Windows at hand.

#ifndef Version
  #error "Expected /DVersion=..., as build_spec/release.py prints it."
#endif

[Setup]
AppId={{6C2C2E0B-7D0C-4E0B-9B65-5A1B6E4C8F31}
AppName=Pentahex
AppVersion={#Version}
VersionInfoVersion={#Version}
AppPublisher=Pentahex
DefaultDirName={autopf}\Pentahex
DefaultGroupName=Pentahex
DisableProgramGroupPage=yes
PrivilegesRequired=lowest
PrivilegesRequiredOverridesAllowed=dialog
ArchitecturesAllowed=x64compatible
ArchitecturesInstallIn64BitMode=x64compatible
MinVersion=10.0
LicenseFile=..\LICENSE
SetupIconFile=..\build\package\icons\pentahex.ico
UninstallDisplayIcon={app}\pentahex.exe
OutputDir=..\dist
OutputBaseFilename=pentahex-{#Version}-windows-setup
Compression=lzma2/max
SolidCompression=yes
WizardStyle=modern
ChangesAssociations=yes
CloseApplications=yes

[Languages]
Name: "en"; MessagesFile: "compiler:Default.isl"

[Tasks]
Name: "desktop"; Description: "{cm:CreateDesktopIcon}"; Flags: unchecked
Name: "records"; Description: "{cm:AssocFileExtension,Pentahex,.sgf}"; Flags: unchecked

[Files]
Source: "..\dist\pentahex\*"; DestDir: "{app}"; Flags: ignoreversion recursesubdirs

[InstallDelete]
; An older version may have brought files that this one has not.
Type: filesandordirs; Name: "{app}\_internal"

[Icons]
Name: "{group}\Pentahex"; Filename: "{app}\pentahex.exe"
Name: "{autodesktop}\Pentahex"; Filename: "{app}\pentahex.exe"; Tasks: desktop

[Registry]
; Records are offered under "Open with" alone: the default program of .sgf belongs to
; the user, and another program may have written it.
Root: HKA; Subkey: "Software\Classes\.sgf\OpenWithProgids"; ValueType: string; ValueName: "Pentahex.Record"; ValueData: ""; Flags: uninsdeletevalue; Tasks: records
Root: HKA; Subkey: "Software\Classes\.txt\OpenWithProgids"; ValueType: string; ValueName: "Pentahex.Record"; ValueData: ""; Flags: uninsdeletevalue; Tasks: records
Root: HKA; Subkey: "Software\Classes\Pentahex.Record"; ValueType: string; ValueName: ""; ValueData: "Game record"; Flags: uninsdeletekey; Tasks: records
Root: HKA; Subkey: "Software\Classes\Pentahex.Record\DefaultIcon"; ValueType: string; ValueName: ""; ValueData: "{app}\pentahex.exe,0"; Tasks: records
Root: HKA; Subkey: "Software\Classes\Pentahex.Record\shell\open\command"; ValueType: string; ValueName: ""; ValueData: """{app}\pentahex.exe"" ""%1"""; Tasks: records

[Run]
Filename: "{app}\pentahex.exe"; Description: "{cm:LaunchProgram,Pentahex}"; Flags: nowait postinstall skipifsilent
