-- A machine's record shows who is responsible by user id and by employee number. Both are
-- rendered when the machine is written, so a change of the user has to reach the record too,
-- in the same transaction. The revision goes up: a write that is under way looks again.

CREATE TRIGGER machines_show_the_employee_number
AFTER UPDATE OF employee_number ON users
WHEN NEW.employee_number <> OLD.employee_number
BEGIN
    UPDATE machines
    SET record = json_set(record, '$.responsibleEmployeeNumber', NEW.employee_number),
        revision = revision + 1
    WHERE responsible_id = NEW.identity_id;
END;

CREATE TRIGGER machines_forget_a_deleted_user
AFTER DELETE ON users
BEGIN
    UPDATE machines
    SET record = json_set(record, '$.responsibleId', NULL, '$.responsibleEmployeeNumber', NULL),
        responsible_id = NULL,
        revision = revision + 1
    WHERE responsible_id = OLD.identity_id;
END;
