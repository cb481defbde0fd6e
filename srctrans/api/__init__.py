"""What people call: grad, value_and_grad, jvp, vjp, check_grads, options."""

__version__ = "0.1.0"
